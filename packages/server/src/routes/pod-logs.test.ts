import { operationOf } from '@trimtab/core/operations';
import { podLogLines } from '@trimtab/core/pod-log';
import { aGuardedClient, aRecord, aWorkload, aWorld } from '@trimtab/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../app.ts';
import { limitsOfSubject } from '../http/admission.ts';
import { type App, DomainError, type PodLogQuestion, type PodState, SourceError } from '../ports/index.ts';
import { notConnected } from '../services/pod-logs/pod-logs.ts';

type Log = (question: PodLogQuestion, signal: AbortSignal) => AsyncGenerator<string>;

const pod = 'cart-1';
const notValid = (name: string) =>
  `The name "${name}" in the query is not a valid Kubernetes name: at most 253 lower-case letters, digits, hyphens and dots.`;
const named =
  ({ containers: [one] }: PodState) =>
  (name: string) => ({
    image: '',
    cpuRequest: null,
    cpuLimit: null,
    memoryRequest: null,
    memoryLimit: null,
    ...one,
    name,
  });

function aLog(log: Log) {
  const world = aWorld([aRecord(), aRecord({ name: 'other' })]);
  world.workloads.push(aWorkload(), aWorkload({ name: 'other' }));
  const questions: PodLogQuestion[] = [];
  world.deps.podLogs = {
    async open(question, signal) {
      questions.push(question);
      const texts = log(question, signal);
      const first = await texts.next();
      return (async function* () {
        for (let next = first; next.done !== true; next = await texts.next())
          yield new TextEncoder().encode(next.value);
      })();
    },
  };
  const limits = limitsOfSubject(1000);
  let app: App | null = null;
  const send = async (query: string) => {
    app ??= createApp({ ...world.deps, logger: () => undefined, version: '1', limits });
    return app(new Request(`http://api.test/v1/ast/shop/cart/logs?${query}`));
  };
  return { world, questions, send };
}

async function* bytesOf(response: Response) {
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) yield next.value;
}
async function linesOf(response: Response) {
  const groups = [];
  for await (const group of podLogLines(bytesOf(response))) groups.push(group);
  return groups.flat();
}
async function sentences(response: Response) {
  const { errors }: { errors: unknown } = await response.json();
  return [response.status, errors];
}

async function* two() {
  yield '2026-03-04T11:00:00Z one\n';
  yield '2026-03-04T11:00:01Z password=hunter2\n';
}
/** Waits for the end of a signal. */
const untilEnd = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('the log of a pod', () => {
  it('is lines of JSON without secrets, and a last line that says whether it is complete', async () => {
    const { send, questions } = aLog(two);
    const response = await send(`pod=${pod}&previous=true&tail=7&since=600`);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(await linesOf(response)).toEqual([
      { at: '2026-03-04T11:00:00Z', text: 'one' },
      { at: '2026-03-04T11:00:01Z', text: 'password=[redacted]' },
      { end: 'complete' },
    ]);
    const asked = { namespace: 'shop', pod, container: 'app', previous: true, follow: false, tail: 7 };
    expect(questions).toEqual([{ ...asked, sinceSeconds: 600, sinceTime: null, mostBytes: 16 * 2 ** 20 }]);
    expect(operationOf('extensions.logs').lines).toBe(true);
    await send(`pod=${pod}&sinceTime=2026-03-04T12:00:01.999999999%2B01:00`);
    expect(questions[1]).toMatchObject({ sinceSeconds: null, sinceTime: '2026-03-04T11:00:01Z' });
  });

  it('that breaks off ends with the reason', async () => {
    const { send } = aLog(async function* () {
      yield 'one\n';
      throw new SourceError('The Kubernetes API server cannot be reached.');
    });
    expect(await linesOf(await send(`pod=${pod}`))).toEqual([
      { at: null, text: 'one' },
      { end: 'failed', reason: 'The Kubernetes API server cannot be reached.' },
    ]);
  });

  it.each([
    ['of a pod of another workload', 'pod=other-1', 404, 'The target "cart" has no pod "other-1" now.'],
    ['of a name that is no pod', 'pod=..%2Fsecrets%2Fx', 400, notValid('../secrets/x')],
    ['of an impossible container', `pod=${pod}&container=A%2Fb`, 400, notValid('A/b')],
    [
      'that is to be both',
      `pod=${pod}&previous=true&follow=true`,
      400,
      'A previous container has ended. Give previous or follow, not both.',
    ],
    ['since two times', `pod=${pod}&since=5&sinceTime=2026-03-04T11:00:00Z`, 400, 'Give since or sinceTime, not both.'],
    [
      'of too many lines',
      `pod=${pod}&tail=10001`,
      400,
      'Parameter tail must be a whole number from 0 to 10000, not "10001".',
    ],
  ])('%s is refused before the cluster is asked for it', async (_, query, status, sentence) => {
    const { send, questions } = aLog(two);
    expect(await sentences(await send(query))).toEqual([status, [sentence]]);
    expect(questions).toEqual([]);
  });

  it('of one of several containers needs its name', async () => {
    const { world, send, questions } = aLog(two);
    const { cluster } = world.deps;
    const podsOf = cluster.pods.bind(cluster);
    cluster.pods = async (...asked) => {
      const { items, problems } = await podsOf(...asked);
      const more = (each: (typeof items)[number]) => ({ ...each, containers: ['app', 'proxy'].map(named(each)) });
      return { items: items.map(more), problems };
    };
    expect(await sentences(await send(`pod=${pod}`))).toEqual([
      400,
      ['The pod has several containers. Name one of app, proxy.'],
    ]);
    await (await send(`pod=${pod}&container=proxy`)).text();
    expect(questions).toMatchObject([{ container: 'proxy' }]);
  });

  it('is not there without a connection to the cluster, and says what to do', async () => {
    const { world, send } = aLog(two);
    delete world.deps.podLogs;
    expect(await sentences(await send(`pod=${pod}`))).toEqual([409, [notConnected]]);
  });

  it('that the cluster refuses has the status and the words of the refusal', async () => {
    // oxlint-disable-next-line require-yield -- a log that never begins
    const { send } = aLog(async function* () {
      throw new DomainError('conflict', 'The container app has not started: ContainerCreating.');
    });
    expect(await sentences(await send(`pod=${pod}`))).toEqual([
      409,
      ['The container app has not started: ContainerCreating.'],
    ]);
  });
});

describe('a log that is followed', () => {
  it('sends lines as they arrive, and ends for the cluster when the client leaves', async () => {
    let ended = false;
    const { send } = aLog(async function* (_, signal) {
      signal.addEventListener('abort', () => (ended = true));
      yield 'one\n';
      await untilEnd(signal);
    });
    const response = await send(`pod=${pod}&follow=true`);
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"at":null,"text":"one"}\n');
    await reader?.cancel();
    await expect.poll(() => ended).toBe(true);
  });

  it('is asked of the cluster only as fast as the client reads', async () => {
    let made = 0;
    const { send } = aLog(async function* () {
      for (;;) yield `${'x'.repeat(1000)} ${made++}\n`;
    });
    const reader = (await send(`pod=${pod}&follow=true`)).body?.getReader();
    for (let lines = 0; lines < 10; lines += 1) await reader?.read();
    await new Promise(setImmediate);
    expect(made).toBeLessThan(20);
    await reader?.cancel();
  });

  it('opens before its first line, keeps the connection open with empty lines, and ends after an hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    // oxlint-disable-next-line require-yield -- a log that stays silent
    const { send, world } = aLog(async function* (_, signal) {
      await untilEnd(signal);
    });
    const opening = send(`pod=${pod}&follow=true`);
    await vi.advanceTimersByTimeAsync(2_000);
    const reader = (await opening).body?.getReader();
    const first = reader?.read();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(new TextDecoder().decode((await first)?.value)).toBe('\n');
    world.now += 3_600_001;
    const last = reader?.read();
    await vi.advanceTimersByTimeAsync(15_000);
    const text = new TextDecoder().decode((await last)?.value);
    expect(text + new TextDecoder().decode((await reader?.read())?.value)).toContain(
      '{"end":"limit","reason":"A log is followed for at most an hour. Open it again."}',
    );
    expect((await reader?.read())?.done).toBe(true);
  });

  it('ends at once with the reason when the server is stopped', async () => {
    const stopping = new AbortController();
    const { send, world } = aLog(async function* (_, signal) {
      yield 'one\n';
      await untilEnd(signal);
    });
    world.deps.stopping = stopping.signal;
    const groups = podLogLines(bytesOf(await send(`pod=${pod}&follow=true`)));
    expect((await groups.next()).value).toEqual([{ at: null, text: 'one' }]);
    const last = groups.next();
    stopping.abort();
    expect((await last).value).toEqual([{ end: 'failed', reason: 'The server is being stopped.' }]);
    expect((await groups.next()).done).toBe(true);
  });

  it('is one of two hundred of all accounts', async () => {
    const { world } = aLog(async function* (_, signal) {
      yield 'one\n';
      await untilEnd(signal);
    });
    const { respond, ask } = aGuardedClient(world, {
      mode: 'oidc',
      authenticate: async (request) => ({
        subject: request.headers.get('authorization') ?? '',
        permissions: new Set(['logs:read']),
      }),
      problem: async () => null,
    });
    const path = `/v1/ast/shop/cart/logs?pod=${pod}&follow=true`;
    const accounts = Array.from({ length: 200 }, (_, index) => `account ${Math.floor(index / 10)}`);
    const open = await Promise.all(accounts.map((as) => respond(path, { as })));
    expect(open.every(({ status }) => status === 200)).toBe(true);
    expect(await ask(path, { as: 'another' })).toMatchObject({
      status: 429,
      body: { errors: ['200 logs are open already. Try again later.'] },
    });
    await open[0]?.body?.cancel();
    const again = await respond(path, { as: 'another' });
    expect(again.status).toBe(200);
    for (const response of [...open.slice(1), again]) await response.body?.cancel();
  });

  it('is one of ten of an account', async () => {
    const { send } = aLog(async function* (_, signal) {
      yield 'one\n';
      await untilEnd(signal);
    });
    const open = await Promise.all(Array.from({ length: 10 }, () => send(`pod=${pod}&follow=true`)));
    expect(await sentences(await send(`pod=${pod}`))).toEqual([429, ['You have 10 logs open already. Close one.']]);
    for (const response of open) await response.body?.cancel();
    const again = await send(`pod=${pod}&follow=true`);
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });
});

it('needs the permission logs:read, which ast:enrol includes', async () => {
  const { world } = aLog(two);
  const path = `/v1/ast/shop/cart/logs?pod=${pod}`;
  const { ask, respond } = aGuardedClient(world);
  expect(await ask(path, { as: 'reader' })).toMatchObject({
    status: 403,
    body: { errors: ['The logs of pods need the permission logs:read. Ask the operator of this server.'] },
  });
  expect((await respond(path, { as: 'operator' })).status).toBe(200);
  const logReader = aGuardedClient(world, {
    mode: 'oidc',
    authenticate: async () => ({ subject: 'a', permissions: new Set(['logs:read']) }),
    problem: async () => null,
  });
  expect((await logReader.respond(path, { as: 'a' })).status).toBe(200);
});
