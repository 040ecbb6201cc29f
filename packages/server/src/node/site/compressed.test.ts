import { once } from 'node:events';
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listener, listen } from '../listener/listener.ts';
import { onlyOurselves } from '../listener/testing/access.ts';
import { createCompression } from './compressed.ts';
import { createSite } from './site.ts';

let listener: Listener | undefined;
afterEach(() => listener?.stop());

/** Sends a request to a site server whose API answers with `answer`. Returns the response with its body still compressed. */
async function ask(answer: () => Response, headers: Record<string, string> = {}, method = 'GET') {
  await listener?.stop();
  const handle = createSite({ api: async () => answer(), webRoot: '/nowhere', version: '1.2.3', extra: {} });
  listener = await listen({ handle, host: '127.0.0.1', port: 0, access: onlyOurselves, logger: () => undefined });
  const sent = get(`${listener.url}/v1/ast`, { headers, method });
  const [response] = await once(sent, 'response');
  return response;
}

async function bytesOf(response: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const list = { items: Array.from({ length: 250 }, (_, index) => ({ namespace: 'shop', name: `cart-${index}` })) };
const json = { 'content-type': 'application/json' };
const gzip = { 'accept-encoding': 'deflate, GZIP;q=0.8, br' };

/** A JSON answer that never ends. */
function endless() {
  const state = { made: 0, ended: false };
  const answer = () =>
    new Response(
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            state.made += 1;
            controller.enqueue(crypto.getRandomValues(new Uint8Array(64 * 1024)));
          },
          cancel: () => void (state.ended = true),
        },
        { highWaterMark: 1 },
      ),
      { headers: json },
    );
  return { state, answer };
}

describe('the compression of answers', () => {
  it('sends a list compressed to a client that accepts gzip', async () => {
    const response = await ask(() => Response.json(list), gzip);
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const bytes = await bytesOf(response);
    expect(Number(response.headers['content-length'])).toBe(bytes.length);
    expect(bytes.length).toBeLessThan(JSON.stringify(list).length / 8);
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(list);
  });

  it('sends the same list again, and another one after it', async () => {
    const compress = createCompression();
    const request = new Request('http://localhost/v1/ast', { headers: gzip });
    for (const body of [list, list, { items: list.items.toReversed() }, list]) {
      const compressed = await compress(request, Response.json(body));
      expect(JSON.parse(gunzipSync(await compressed.arrayBuffer()).toString())).toEqual(body);
    }
  });

  it.each<[string, Record<string, string>]>([
    ['names no encoding', {}],
    ['refuses gzip', { 'accept-encoding': 'gzip;q=0, identity' }],
    ['accepts other encodings only', { 'accept-encoding': 'br, zstd' }],
  ])('sends a list as it is to a client that %s', async (_client, headers) => {
    const response = await ask(() => Response.json(list), headers);
    expect(response.headers).not.toHaveProperty('content-encoding');
    expect(response.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(JSON.parse((await bytesOf(response)).toString())).toEqual(list);
  });

  it('sends short answers, errors without a body and answers to HEAD as they are', async () => {
    const short = await ask(() => Response.json({ items: [], total: 0 }, { status: 404 }), gzip);
    expect([short.statusCode, short.headers['content-encoding']]).toEqual([404, undefined]);
    expect((await bytesOf(short)).toString()).toBe('{"items":[],"total":0}');
    for (const answer of [
      await ask(() => new Response(null, { status: 204 }), gzip),
      await ask(() => new Response(null, { headers: json }), gzip, 'HEAD'),
    ]) {
      expect(answer.headers).not.toHaveProperty('content-encoding');
      expect(await bytesOf(answer)).toHaveLength(0);
    }
  });

  it('sends each line of a log at once, uncompressed', async () => {
    const lines = new TransformStream<string, string>();
    const writer = lines.writable.getWriter();
    const body = lines.readable.pipeThrough(new TextEncoderStream());
    const answer = () => new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
    void writer.write('{"text":"first"}\n');
    const response = await ask(answer, gzip);
    expect(response.headers).not.toHaveProperty('content-encoding');
    const [first] = await once(response, 'data');
    expect(String(first)).toBe('{"text":"first"}\n');
    void writer.write('{"text":"second"}\n');
    const [second] = await once(response, 'data');
    expect(String(second)).toBe('{"text":"second"}\n');
    response.destroy();
  });

  it('makes a long answer while its client reads it, and ends it when the client leaves', async () => {
    const { state, answer } = endless();
    const request = new Request('http://localhost/v1/ast', { headers: gzip });
    const compressed = await createCompression()(request, answer());
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    const reader = compressed.body?.getReader();
    for (let chunk = 0; chunk < 80; chunk += 1) await reader?.read();
    expect(state.made).toBeGreaterThan(10);
    expect(state.made).toBeLessThan(100);
    await reader?.cancel();
    await expect.poll(() => state.ended).toBe(true);
  });

  it('ends a long answer whose client disconnects', async () => {
    const { state, answer } = endless();
    const response = await ask(answer, gzip);
    await once(response, 'data');
    response.destroy();
    await expect.poll(() => state.ended).toBe(true);
  });

  it('cuts the connection when a long answer fails', async () => {
    let made = 0;
    const failing = new ReadableStream<Uint8Array>({
      pull(controller) {
        made += 1;
        if (made > 8) controller.error(new Error('the source failed'));
        else controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    const response = await ask(() => new Response(failing, { headers: json }), gzip);
    await expect(bytesOf(response)).rejects.toThrow('aborted');
  });
});
