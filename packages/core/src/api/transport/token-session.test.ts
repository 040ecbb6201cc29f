import { describe, expect, test } from 'vitest';
import { AddressError, ApiError, CanceledError, NetworkError, TimeoutError, toastText } from '../../errors.ts';
import { failure, json, silence } from '../../testing/fault-replies.ts';
import { fetches, rejection, scripted, scriptedServer } from '../../testing/scripted-client.ts';
import type { TokenProvider } from './token-session.ts';

const done = json({ items: [] });
const secret = 'canary-4f1c';

/** Accepts only the fresh token. It rejects the old one before the client expects it to expire. */
const onlyFresh = ({ headers }: { headers: ReadonlyMap<string, string> }) =>
  headers.get('authorization') === 'Bearer fresh' ? done : failure(401, ['token expired']);

function provider() {
  const asked: boolean[] = [];
  const token: TokenProvider = async ({ forceRefresh }) => {
    asked.push(forceRefresh);
    return forceRefresh ? 'fresh' : 'old';
  };
  return { asked, token };
}

describe.each(fetches)('a token over the %s fetch', (_name, fetch) => {
  test('a rejected token is refreshed once and the call repeated', async () => {
    const { asked, token } = provider();
    const { client, server } = await scripted(onlyFresh, { fetch, token });
    await expect(client.targets.list()).resolves.toEqual({ items: [] });
    expect(asked).toEqual([false, true]);
    expect(server.requests).toHaveLength(2);
  });

  test('a POST is also repeated after a 401, with its body', async () => {
    const { token } = provider();
    const { client, server } = await scripted(onlyFresh, { fetch, token });
    await client.targets.enroll({ namespace: 'shop', workloads: ['web'] }, { idempotencyKey: 'k1' });
    expect(server.requests.map(({ body }) => body)).toEqual(['{"workloads":["web"]}', '{"workloads":["web"]}']);
    expect(server.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k1', 'k1']);
  });

  test('a second 401 is final', async () => {
    const { asked, token } = provider();
    const { client, server } = await scripted(() => failure(401, ['who are you']), { fetch, token });
    expect(toastText(await rejection(client.targets.list()))).toBe('API Error: 401 - who are you');
    expect(asked).toEqual([false, true]);
    expect(server.requests).toHaveLength(2);
  });

  test('a redirect is not followed, not even on the same host', async () => {
    const other = await scriptedServer(() => done);
    const { token } = provider();
    const { client, server } = await scripted(
      ({ target }) =>
        json('', { status: 302, headers: { location: target === '/v1/ast' ? '/v1/elsewhere' : other.url } }),
      { fetch, token },
    );
    expect(await rejection(client.targets.list())).toBeInstanceOf(NetworkError);
    expect(await rejection(client.views.kpis())).toBeInstanceOf(NetworkError);
    expect(other.requests).toHaveLength(0);
    expect(server.requests.map(({ target }) => target)).not.toContain('/v1/elsewhere');
  });
});

test('calls without a token carry no Authorization, and a 401 is final', async () => {
  const { client, server } = await scripted(() => failure(401, ['sign in']), { token: async () => null });
  expect(await rejection(client.targets.list())).toBeInstanceOf(ApiError);
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.headers.has('authorization')).toBe(false);
});

test('simultaneous 401 responses cause one refresh', async () => {
  const { asked, token } = provider();
  const { client, server } = await scripted(onlyFresh, { token });
  await Promise.all(Array.from({ length: 10 }, () => client.targets.list()));
  expect(asked.filter(Boolean)).toHaveLength(1);
  expect(server.requests).toHaveLength(20);
});

test('the next call retries a failed refresh', async () => {
  let refreshes = 0;
  const { client } = await scripted(onlyFresh, {
    token: async ({ forceRefresh }) => {
      if (!forceRefresh) return 'old';
      refreshes += 1;
      if (refreshes === 1) throw new Error('login required');
      return 'fresh';
    },
  });
  expect(await rejection(client.targets.list())).toMatchObject({ message: 'login required' });
  await expect(client.targets.list()).resolves.toEqual({ items: [] });
});

test('waiting for a hanging token provider ends at the deadline or when the caller cancels', async () => {
  const { client, clock, server } = await scripted(() => done, { token: () => new Promise(() => {}) });
  const controller = new AbortController();
  const canceled = rejection(client.targets.list({}, { signal: controller.signal }));
  const late = rejection(client.targets.list());
  controller.abort();
  expect(await canceled).toBeInstanceOf(CanceledError);
  clock.advance(30_000);
  expect(await late).toBeInstanceOf(TimeoutError);
  expect(server.requests).toHaveLength(0);
});

async function neverCalled(): Promise<never> {
  throw new Error('Nothing may be sent');
}

describe('over plain http', () => {
  test.each([
    'http://api.example',
    'http://10.0.0.7:4400',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://[::2]',
  ])('a token is not sent to %s', async (baseUrl) => {
    const { client } = await scripted(() => done, { baseUrl, fetch: neverCalled, token: async () => secret });
    const error = await rejection(client.targets.list());
    expect(error).toBeInstanceOf(AddressError);
    expect(String(error)).not.toContain(secret);
  });

  test.each([
    'http://localhost:1',
    'http://127.8.9.1',
    'http://[::1]:4400',
    'http://x.localhost',
    'https://api.example',
    '',
  ])('a token may go to %j', async (baseUrl) => {
    const sent: string[] = [];
    const { client } = await scripted(() => done, {
      baseUrl,
      fetch: async (url) => {
        sent.push(url);
        throw new Error('stop here');
      },
      token: async () => secret,
    });
    expect(await rejection(client.targets.list())).toBeInstanceOf(NetworkError);
    expect(sent[0]).toBe(`${baseUrl}/v1/ast`);
  });

  test('without a token any address is allowed', async () => {
    const { client } = await scripted(() => done, { baseUrl: 'http://10.0.0.7', fetch: neverCalled });
    expect(await rejection(client.targets.list())).toBeInstanceOf(NetworkError);
  });
});

test('no message and no log entry contains the token', async () => {
  const log: string[] = [];
  const note = (message: string, fields?: object) => void log.push(message + JSON.stringify(fields));
  const { client, server, clock } = await scripted((_, n) => (n < 3 ? failure(503, ['down']) : silence), {
    token: async () => secret,
    logger: { debug: note, warn: note },
  });
  const errors = [await rejection(client.targets.list())];
  const late = rejection(client.targets.get({ namespace: 'shop', name: secret }));
  await server.sent(4);
  clock.advance(30_000);
  errors.push(await late);
  expect(log.length).toBeGreaterThan(0);
  for (const line of [...log, ...errors.map(String), ...errors.map((error) => JSON.stringify(error))])
    expect(line).not.toContain(secret);
});
