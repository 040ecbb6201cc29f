import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ApiError, CanceledError, InvalidResponseError, NetworkError, TimeoutError, toastText } from '../../errors.ts';
import { failure, json, noContent, silence, text } from '../../testing/fault-replies.ts';
import { closedAddress } from '../../testing/fault-server.ts';
import { fetches, rejection, scripted } from '../../testing/scripted-client.ts';

const target = { namespace: 'shop', name: 'web' };
const invalidResponse = 'API Error: Invalid response from server';
const noResponse = 'API Error: No response from server.';

const answer = (name: string) =>
  json({ target: { current_replicas: 1, containers: [] }, aiscaletarget: { namespace: 'shop', name, spec: {} } });

describe.each(fetches)('over the %s fetch', (_name, fetch) => {
  test('a 500 with an HTML page is an unknown error, without a retry', async () => {
    const page = text('<html><h1>Oops</h1></html>', 'text/html', { status: 500 });
    const { client, server } = await scripted(() => page, { fetch });
    const error = await rejection(client.targets.get(target));
    expect(toastText(error)).toBe('API Error: 500 - Unknown error');
    expect(server.requests).toHaveLength(1);
  });

  test.each([[[]], [undefined], [null], ['text'], [[{ message: 'x' }]], [[42, 'second']], [{ 0: 'x' }]])(
    'errors of %j are an unknown error',
    async (errors) => {
      const { client } = await scripted(() => failure(400, errors), { fetch });
      expect(toastText(await rejection(client.targets.get(target)))).toBe('API Error: 400 - Unknown error');
    },
  );

  test.each(['null', '[]', '"text"', '7', ''])('a failed call with the body %j is an unknown error', async (body) => {
    const { client } = await scripted(() => text(body, 'application/json', { status: 404 }), { fetch });
    expect(toastText(await rejection(client.targets.get(target)))).toBe('API Error: 404 - Unknown error');
  });

  test('a message of a megabyte is shortened', async () => {
    const { client } = await scripted(() => failure(400, [`first\n\u001b[2J${'x'.repeat(1_000_000)}`]), { fetch });
    const toast = toastText(await rejection(client.targets.get(target)));
    expect(toast).toMatch(/^API Error: 400 - first x+$/);
    expect(toast).toHaveLength('API Error: 400 - '.length + 300);
  });

  test('truncated JSON on a cleanly closed connection is invalid and not requested again', async () => {
    const cut = text('{"items": [{"namesp', 'application/json');
    const { client, server } = await scripted(() => cut, { fetch });
    const error = await rejection(client.targets.list());
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(toastText(error)).toBe(invalidResponse);
    expect(server.requests).toHaveLength(1);
  });

  test('a GET is retried after a reset in the body', async () => {
    const whole = json({ items: [] });
    const { client, server } = await scripted((_, n) => (n < 2 ? { ...whole, cutAt: 5, ending: 'reset' } : whole), {
      fetch,
    });
    await expect(client.targets.list()).resolves.toEqual({ items: [] });
    expect(server.requests).toHaveLength(3);
  });

  test('a reset in every body is no response after two retries', async () => {
    const { client, server } = await scripted(() => json({ items: [] }, { cutAt: 5, ending: 'reset' }), { fetch });
    const error = await rejection(client.targets.list());
    expect(error).toBeInstanceOf(NetworkError);
    expect(toastText(error)).toBe(noResponse);
    expect(server.requests).toHaveLength(3);
  });

  test('a body shorter than its Content-Length counts as no response', async () => {
    const { client } = await scripted(() => json({ items: [] }, { cutAt: 5 }), { fetch });
    expect(toastText(await rejection(client.targets.list()))).toBe(noResponse);
  });

  test('a reset in the body of an error response keeps its status', async () => {
    const cut = json({ errors: ['no such target'] }, { status: 404, cutAt: 9, ending: 'reset' });
    const { client, server } = await scripted(() => cut, { fetch });
    expect(toastText(await rejection(client.targets.get(target)))).toBe('API Error: 404 - Unknown error');
    expect(server.requests).toHaveLength(1);
  });

  test('a POST is never sent twice', async () => {
    const { client, server } = await scripted(() => json({ items: [] }, { cutAt: 5, ending: 'reset' }), { fetch });
    expect(toastText(await rejection(client.targets.enroll({ namespace: 'shop' })))).toBe(noResponse);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['an empty body', text('', 'application/json')],
    ['204', noContent],
  ])('%s is an invalid JSON response', async (_what, reply) => {
    const { client } = await scripted(() => reply, { fetch });
    expect(toastText(await rejection(client.targets.list()))).toBe(invalidResponse);
  });

  test('204 or an empty body is a success if no body is expected', async () => {
    const { client } = await scripted((_, n) => (n === 0 ? noContent : text('', 'text/plain')), { fetch });
    await expect(client.targets.cleanup(target)).resolves.toBeUndefined();
    await expect(client.targets.cleanup(target)).resolves.toBeUndefined();
  });

  test('a 204 from a queue is null', async () => {
    const { client } = await scripted(() => noContent, { fetch });
    await expect(client.queue.pop()).resolves.toBeNull();
  });

  test.each([null, [], 7, 'text', {}, { items: null }, { items: {} }, { items: [null] }, { items: [{ name: 'web' }] }])(
    '%j where a list of targets is read is invalid',
    async (body) => {
      const { client } = await scripted(() => json(body), { fetch });
      expect(toastText(await rejection(client.targets.list()))).toBe(invalidResponse);
    },
  );

  test('unknown fields are ignored', async () => {
    const item = { ...target, spec: {}, invented: { deep: [1] } };
    const { client } = await scripted(() => json({ items: [item], total: 1, cursor: 'x' }), { fetch });
    await expect(client.targets.list()).resolves.toEqual({ items: [{ ...target, spec: {} }], total: 1 });
  });

  test('HTML is invalid, also if no body is expected', async () => {
    const portal = text('{"items":[]}', 'text/html; charset=utf-8');
    const { client } = await scripted(() => portal, { fetch });
    expect(toastText(await rejection(client.targets.list()))).toBe(invalidResponse);
    expect(toastText(await rejection(client.targets.cleanup(target)))).toBe(invalidResponse);
  });

  test('text is invalid if no body is expected, and an empty body is not', async () => {
    const { client } = await scripted(() => text('ok', 'text/plain'), { fetch });
    expect(toastText(await rejection(client.targets.cleanup(target)))).toBe(invalidResponse);
    for (const body of ['', '\n', '{}']) {
      const done = await scripted(() => text(body, 'text/plain'), { fetch });
      await expect(done.client.targets.cleanup(target)).resolves.toBeUndefined();
    }
  });

  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/problem+json',
    'text/plain; charset=utf-8',
  ])('JSON may have the content type %s', async (contentType) => {
    const { client } = await scripted(() => text('{"items":[]}', contentType), { fetch });
    await expect(client.targets.list()).resolves.toEqual({ items: [] });
  });

  test('a refused connection reports the host and the reason', async () => {
    const { client, clock } = await scripted(() => silence, { fetch, baseUrl: await closedAddress() });
    const error = await rejection(client.targets.list());
    expect(toastText(error)).toBe(noResponse);
    expect(error).toMatchObject({ reason: 'ECONNREFUSED', host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
    expect(clock.waits).toEqual([150, 300]);
  });

  test.each([
    ['before the headers', silence],
    ['in the body', json({ items: [] }, { cutAt: 5, ending: 'stall' })],
    ['in the body of a failure', json({ errors: ['x'] }, { status: 500, cutAt: 5, ending: 'stall' })],
  ])('a stall %s ends at the deadline and closes the connection', async (_where, reply) => {
    const { client, server, clock } = await scripted(() => reply, { fetch });
    const call = rejection(client.targets.list());
    await server.sent(1);
    clock.advance(29_999);
    clock.advance(1);
    const error = await call;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(toastText(error)).toBe(noResponse);
    await server.requests[0]?.closed;
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['before the headers', silence],
    ['in the body', json({ items: [] }, { cutAt: 5, ending: 'stall' })],
  ])('canceling %s closes the connection and shows no toast', async (_where, reply) => {
    const { client, server } = await scripted(() => reply, { fetch });
    const controller = new AbortController();
    const call = rejection(client.targets.list({}, { signal: controller.signal }));
    await server.sent(1);
    controller.abort();
    const error = await call;
    expect(error).toBeInstanceOf(CanceledError);
    expect(toastText(error)).toBeNull();
    await server.requests[0]?.closed;
    expect(server.requests).toHaveLength(1);
  });

  test('a signal that is already aborted sends nothing', async () => {
    const { client, server } = await scripted(() => silence, { fetch });
    const error = await rejection(client.targets.list({}, { signal: AbortSignal.abort() }));
    expect(error).toBeInstanceOf(CanceledError);
    expect(server.requests).toHaveLength(0);
  });

  test('a finished call leaves no timer and no listener on the caller’s signal', async () => {
    const replies = [json({ items: [] }), failure(404, ['no']), json({})];
    const { client, clock } = await scripted((_, n) => replies[n] ?? silence, { fetch });
    const { signal } = new AbortController();
    for (const _ of replies) await client.targets.list({}, { signal }).catch(() => {});
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test('the response of a canceled call is never delivered', async () => {
    const { client, server } = await scripted(({ target: path }) => (path.endsWith('/old') ? silence : answer('new')), {
      fetch,
    });
    const controller = new AbortController();
    const old = rejection(client.targets.get({ namespace: 'shop', name: 'old' }, { signal: controller.signal }));
    await server.sent(1);
    controller.abort();
    const read = await client.targets.get({ namespace: 'shop', name: 'new' });
    expect(read.aiscaletarget.name).toBe('new');
    expect(await old).toBeInstanceOf(CanceledError);
  });

  test('a response of 50 MB is canceled at 32 MiB, with and without Content-Length', async () => {
    // Valid JSON followed by blanks, so that only its size is invalid.
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    const body = [Buffer.from('{"items":[]}'), ...Array.from({ length: 50 }, () => chunk)];
    const flood = { ...json(''), body };
    // The client must reject it by its Content-Length, because the server never sends the rest.
    const announced = json('', { headers: { 'content-length': String(50 * chunk.length) }, ending: 'stall' });
    const unannounced = { ...flood, headers: { 'content-type': 'application/json' } };
    const { client, server } = await scripted((_, n) => (n === 0 ? announced : unannounced), { fetch });
    for (const number of [0, 1]) {
      expect(toastText(await rejection(client.targets.list()))).toBe(invalidResponse);
      await server.requests[number]?.closed;
    }
    expect(server.requests).toHaveLength(2);
  });

  test('one level of the data envelope is removed from any response', async () => {
    const kpis = { items: [{ id: 'targets', label: 'Targets', value: 3 }] };
    const { client } = await scripted((_, n) => json([kpis, { data: kpis }, { data: { data: kpis } }][n]), { fetch });
    await expect(client.views.kpis()).resolves.toEqual(kpis);
    await expect(client.views.kpis()).resolves.toEqual(kpis);
    expect(toastText(await rejection(client.views.kpis()))).toBe(invalidResponse);
  });

  test('the request id of a failure is kept', async () => {
    const { client } = await scripted(() => failure(400, ['bad'], { 'x-request-id': 'r-17' }), { fetch });
    const error = await rejection(client.targets.list());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, messages: ['bad'], requestId: 'r-17' });
  });
});
