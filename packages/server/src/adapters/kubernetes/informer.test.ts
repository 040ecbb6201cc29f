import { describe, expect, it } from 'vitest';
import { createClient, problemOf } from './client.ts';
import { Informer } from './informer.ts';
import { namespaces } from './objects.ts';
import { vpas } from './rival-objects.ts';

const listOf = (...names: readonly string[]) =>
  JSON.stringify({
    metadata: { resourceVersion: '7' },
    items: names.map((name) => ({ metadata: { name, resourceVersion: '5' } })),
  });

/**
 * An informer of an API server that gives these answers to a watch, and these lists, the last one again and again.
 * `waits` lists the pauses of the informer.
 */
async function follow(answer: () => Response, mostWatches: number, lists: readonly string[] = [listOf()]) {
  const stop = new AbortController();
  let watches = 0;
  const nextLists = [...lists];
  const client = createClient({
    url: 'http://127.0.0.1:1',
    fetch: async (url) => {
      if (!url.includes('watch=1')) return new Response(nextLists.length > 1 ? nextLists.shift() : nextLists[0]);
      watches += 1;
      if (watches >= mostWatches) stop.abort();
      return answer();
    },
    headers: async () => ({}),
    renew: () => undefined,
  });
  const waits: number[] = [];
  const informer = new Informer({
    client,
    resource: namespaces,
    namespace: null,
    clock: { now: () => 0 },
    logger: () => undefined,
    random: () => 0.5,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  await informer.run(stop.signal);
  return { waits, problem: informer.problem?.message, changes: informer.changes };
}

describe('an informer', () => {
  it('pauses longer and longer while watches end at once', async () => {
    const { waits } = await follow(() => new Response(''), 4);
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  it('tries again every ten seconds at the latest, so that an outage is over soon', async () => {
    const { waits } = await follow(() => {
      throw new TypeError('fetch failed');
    }, 8);
    expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  });

  it('does not wait for more than a minute because the API server says so', async () => {
    const headers = { 'retry-after': '86400' };
    const { waits } = await follow(() => new Response('slow down', { status: 429, headers }), 2);
    expect(waits).toEqual([60_000]);
  });

  it('says in a sentence that a watch broke off', async () => {
    const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
    const { problem } = await follow(() => new Response(broken), 2);
    expect(problem).toBe('The Kubernetes API server cannot be reached.');
  });

  it('refuses an event that does not end', async () => {
    const part = new TextEncoder().encode('x'.repeat(2 ** 20));
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        if (sent > 64) controller.close();
        else controller.enqueue(part);
      },
    });
    const { problem } = await follow(() => new Response(endless), 2);
    expect(problem).toBe('The answer of the Kubernetes API server is too large.');
    expect(sent).toBeLessThan(64);
  });
});

it.each([
  ['that equals', [listOf('shop', 'pay')], 1],
  ['that is empty like', [listOf()], 1],
  ['that lacks an object of', [listOf('shop', 'pay'), listOf('shop')], 2],
  ['with another object than', [listOf('shop', 'pay'), listOf('shop', 'search')], 2],
])('counts a change for each list that differs from the one before: one %s it', async (_, lists, changes) => {
  const event = JSON.stringify({ type: 'ERROR', object: { code: 410, message: 'too old resource version' } });
  expect((await follow(() => new Response(`${event}\n`), 3, lists)).changes).toBe(changes);
});

it('counts an add-on that is not installed as known and empty, and looks for it again', async () => {
  const stop = new AbortController();
  let isInstalled = false;
  const client = createClient({
    url: 'http://127.0.0.1:1',
    fetch: async (url) => {
      if (!isInstalled) return new Response('404 page not found', { status: 404 });
      if (url.includes('watch=1')) stop.abort();
      const metadata = { name: 'own', namespace: 'shop', resourceVersion: '8' };
      const item = { metadata, spec: { targetRef: { kind: 'Deployment', name: 'cart' } } };
      return new Response(JSON.stringify({ metadata: { resourceVersion: '9' }, items: [item] }));
    },
    headers: async () => ({}),
    renew: () => undefined,
  });
  const known: unknown[] = [];
  const informer = new Informer({
    client,
    resource: vpas,
    namespace: null,
    clock: { now: () => 7 },
    logger: () => undefined,
    random: () => 0.5,
    wait: async () => {
      known.push([informer.contactAt, informer.problem, informer.size, informer.changes]);
      isInstalled = known.length === 2;
    },
  });
  await informer.run(stop.signal);
  expect(known).toEqual([
    [7, null, 0, 1],
    [7, null, 0, 1],
  ]);
  expect([informer.size, informer.changes]).toEqual([1, 2]);
});

/** An informer of 20,000 pods on pages of 500. The API server refuses these requests, counted from 1. */
async function listPods(isRefused: (request: number, page: number) => boolean, retryAfter = '2') {
  const stop = new AbortController();
  const asked: string[] = [];
  const client = createClient({
    url: 'http://127.0.0.1:1',
    fetch: async (url) => {
      const query = new URL(url).searchParams;
      if (query.has('watch')) {
        stop.abort();
        return new Response('');
      }
      const page = Number(query.get('continue') ?? 0);
      asked.push(String(page));
      if (isRefused(asked.length, page))
        return new Response('Too many requests', { status: 429, headers: { 'retry-after': retryAfter } });
      const metadata = { resourceVersion: '7', ...(page < 39 && { continue: String(page + 1) }) };
      const items = Array.from({ length: 500 }, (_, index) => ({
        metadata: { name: `pod-${page}-${index}`, resourceVersion: '5' },
      }));
      return new Response(JSON.stringify({ metadata, items }));
    },
    headers: async () => ({}),
    renew: () => undefined,
  });
  const waits: number[] = [];
  const problems: unknown[] = [];
  const informer = new Informer({
    client,
    resource: namespaces,
    namespace: null,
    clock: { now: () => 0 },
    logger: () => undefined,
    random: () => 0.5,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      problems.push(informer.problem?.message);
      if (waits.length > 30) stop.abort();
    },
  });
  await informer.run(stop.signal);
  return { asked, waits, problems, size: informer.size, problem: informer.problem };
}

describe('a list of many pages', () => {
  it('goes on with the page that was refused, after the pause that the API server demands', async () => {
    const { asked, waits, problems, size, problem } = await listPods((request) => request % 10 === 0);
    expect([size, problem]).toEqual([20_000, null]);
    expect(asked.length).toBe(44);
    expect(asked.filter((page) => page === '0')).toHaveLength(1);
    expect(waits).toEqual([2000, 2000, 2000, 2000]);
    expect(problems[0]).toBe('The Kubernetes API server answered 429: Too many requests');
  });

  it('begins again after eleven refusals of one page, and never waits for more than a minute', async () => {
    const { asked, waits } = await listPods((_, page) => page === 1, '86400');
    expect(asked.slice(0, 14)).toEqual(['0', ...Array.from({ length: 11 }, () => '1'), '0', '1']);
    expect(new Set(waits)).toEqual(new Set([60_000]));
  });
});

it('counts as confirmed now, not later, after the clock was set back', async () => {
  const stop = new AbortController();
  const clock = { time: 3_600_000, now: () => clock.time };
  const client = createClient({
    url: 'http://127.0.0.1:1',
    fetch: async (url) => {
      if (!url.includes('watch=1')) return new Response(listOf('shop'));
      clock.time = 5;
      throw new TypeError('fetch failed');
    },
    headers: async () => ({}),
    renew: () => undefined,
  });
  const informer = new Informer({
    client,
    resource: namespaces,
    namespace: null,
    clock,
    logger: () => undefined,
    wait: async () => stop.abort(),
  });
  await informer.run(stop.signal);
  expect([informer.size, informer.contactAt]).toEqual([1, 5]);
});

describe('a request', () => {
  it.each([
    ['times out', async () => Promise.reject(new DOMException('', 'TimeoutError')), 'cannot be reached.'],
    ['is answered with a page', async () => new Response('<html>'), 'gave an answer of an unexpected form.'],
  ])('that %s is a problem in a sentence', async (_, fetch, problem) => {
    const client = createClient({ url: '', fetch, headers: async () => ({}), renew: () => undefined });
    const failure = client.get('/', { signal: new AbortController().signal }).catch(problemOf);
    expect(await failure).toMatchObject({ status: 0, message: `The Kubernetes API server ${problem}` });
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'The certificate of the Kubernetes API server has expired.'],
    ['CERT_NOT_YET_VALID', 'is not valid yet. Check the clocks.'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the kubeconfig or the service account has not signed it.'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'The Kubernetes API server refused the client certificate. Has it expired?'],
  ])('that fails with %s says what is wrong with the certificate', async (code, problem) => {
    const fetch = async () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) }));
    const client = createClient({ url: '', fetch, headers: async () => ({}), renew: () => undefined });
    const failure = client.get('/', { signal: new AbortController().signal }).catch(problemOf);
    expect(await failure).toMatchObject({ status: 0, message: expect.stringContaining(problem) });
  });
});
