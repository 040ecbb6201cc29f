import { describe, expect, test } from 'vitest';
import { ApiError, CanceledError, InvalidResponseError, NetworkError, TimeoutError } from '../../errors.ts';
import { failure, text } from '../../testing/fault-replies.ts';
import { fetches, rejection, scripted } from '../../testing/scripted-client.ts';
import type { Download } from './download.ts';

const week = { start: '2026-11-13T00:00:00Z', end: '2026-11-20T00:00:00Z' };
const archive = (size: number) => text('a'.repeat(size), 'application/gzip', { headers: { etag: '"v1"' } });

async function sizeOf({ chunks }: Download): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) size += chunk.byteLength;
  return size;
}

describe.each(fetches)('a download over the %s fetch', (_name, fetch) => {
  test('returns the bytes, their length and their ETag', async () => {
    const { client, server } = await scripted(() => archive(200_000), { fetch });
    const download = await client.diagnostics.download(week);
    expect(download).toMatchObject({ contentType: 'application/gzip', contentLength: 200_000, etag: '"v1"' });
    expect(await sizeOf(download)).toBe(200_000);
    expect(server.requests[0]?.headers.get('accept')).toBe('application/gzip, application/json');
  });

  test('may take longer than a call if it does not pause', async () => {
    const { client, clock } = await scripted(() => archive(2_000_000), { fetch });
    const { chunks } = await client.diagnostics.download(week);
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      // The caller pauses between chunks. The server does not.
      clock.advance(60_000);
    }
    expect(size).toBe(2_000_000);
  });

  test('a pause of 30 s ends it', async () => {
    const { client, clock, server } = await scripted(() => ({ ...archive(100), cutAt: 50, ending: 'stall' }), {
      fetch,
    });
    const { chunks } = await client.diagnostics.download(week);
    const iterator = chunks[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toHaveLength(50);
    const stalled = rejection(iterator.next());
    clock.advance(30_000);
    expect(await stalled).toBeInstanceOf(TimeoutError);
    await server.requests[0]?.closed;
  });

  test('a cut connection is an error, never a short archive', async () => {
    const { client } = await scripted(() => ({ ...archive(100), cutAt: 50, ending: 'reset' }), { fetch });
    expect(await rejection(client.diagnostics.download(week).then(sizeOf))).toBeInstanceOf(NetworkError);
  });

  test('the signal cancels it at any time, and leaving the loop closes the connection', async () => {
    const { client, server } = await scripted(() => ({ ...archive(100), cutAt: 50, ending: 'stall' }), { fetch });
    const controller = new AbortController();
    const { chunks } = await client.diagnostics.download(week, { signal: controller.signal });
    const iterator = chunks[Symbol.asyncIterator]();
    await iterator.next();
    const canceled = rejection(iterator.next());
    controller.abort();
    expect(await canceled).toBeInstanceOf(CanceledError);
    for await (const _ of (await client.diagnostics.download(week)).chunks) break;
    await Promise.all(server.requests.map(({ closed }) => closed));
  });

  test.each(['text/html', 'text/plain; charset=utf-8'])('%s is not an archive', async (type) => {
    const { client } = await scripted(() => text('ok', type), { fetch });
    expect(await rejection(client.diagnostics.download(week))).toBeInstanceOf(InvalidResponseError);
  });

  test('an error response gives the reason', async () => {
    const { client } = await scripted(() => failure(403, ['not allowed']), { fetch });
    const error = await rejection(client.diagnostics.download(week));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ messages: ['not allowed'] });
  });
});
