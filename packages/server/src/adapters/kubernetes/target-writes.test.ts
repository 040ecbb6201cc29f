import { readFileSync } from 'node:fs';
import { aRecord } from '@trimtab/testing';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { TargetReport } from '../../ports/index.ts';
import { eventually } from './testing/a-cluster.ts';
import { aRegistry } from './testing/a-target-registry.ts';

const ready = { isTrue: true, label: 'Healthy', message: '' };
const reportOf = (name: string): TargetReport => ({
  namespace: 'shop',
  name,
  ready,
  recommended: ready,
  recommendation: null,
});
const manyNames = Array.from({ length: 30 }, (_, index) => `app-${index}`);
const reports = manyNames.map(reportOf);

/** A registry with 30 targets. `answer` answers the writes after their enrollment, or null. */
async function manyTargets(answer: (signal: AbortSignal) => Promise<Response> | null) {
  const state = { isReady: false, writes: 0 };
  const intercept = (method: string, _url: string, signal: AbortSignal) => {
    if (method !== 'PATCH' || !state.isReady) return null;
    state.writes += 1;
    return answer(signal);
  };
  const opened = await aRegistry({ intercept });
  await opened.registry.enroll(manyNames.map((name) => aRecord({ name })));
  state.isReady = true;
  return { ...opened, state };
}

const overloaded = (retryAfter: string) =>
  new Response('Too many requests, please try again later.', { status: 429, headers: { 'retry-after': retryAfter } });

const silence = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

it('a report ends when its signal aborts, although the API server answers nothing', async () => {
  const { registry, state, logged } = await manyTargets(silence);
  const stop = new AbortController();
  const reporting = registry.report?.(reports, Date.now(), stop.signal);
  await eventually(() => expect(state.writes).toBe(8));
  stop.abort();
  await expect(reporting).rejects.toMatchObject({ name: 'AbortError' });
  expect([state.writes, logged]).toEqual([8, []]);
});

it('a report stops when the API server is overloaded, until the time that it names', async () => {
  let isOverloaded = true;
  const { registry, state, logged, clock, standIn } = await manyTargets(() =>
    isOverloaded ? Promise.resolve(overloaded('60')) : null,
  );
  await registry.report?.(reports, Date.now());
  expect(state.writes).toBe(8);
  expect(logged).toEqual([
    {
      event: 'the status of targets cannot be written',
      targets: 30,
      error: 'The Kubernetes API server answered 429: Too many requests, please try again later.',
    },
  ]);
  isOverloaded = false;
  // The time that the test takes is added to these 15 seconds. The sum must stay below the pause of 60 seconds.
  clock.later = 15_000;
  await registry.report?.(reports, Date.now());
  expect(state.writes).toBe(8);
  clock.later = 61_000;
  await registry.report?.(reports, Date.now());
  expect(standIn.audit.filter(({ path }) => path.endsWith('/status'))).toHaveLength(30);
});

it('a report does not wait longer because the clock was set back', async () => {
  let isOverloaded = true;
  const { registry, state, clock } = await manyTargets(() =>
    isOverloaded ? Promise.resolve(overloaded('86400')) : null,
  );
  await registry.report?.(reports, Date.now());
  isOverloaded = false;
  clock.later = -3_600_000;
  await registry.report?.(reports, Date.now());
  expect(state.writes).toBe(38);
});

it('an enrollment is repeated after a short pause, and fails if the API server demands a long one', async () => {
  const answers = [overloaded('0'), overloaded('0'), overloaded('60')];
  const { registry, state } = await manyTargets(() => {
    const next = answers.shift();
    return next === undefined ? null : Promise.resolve(next);
  });
  expect(await registry.enroll([aRecord({ name: 'new' })])).toMatchObject([
    { result: 'failed', reason: 'The Kubernetes API server answered 429: Too many requests, please try again later.' },
  ]);
  expect(state.writes).toBe(3);
  answers.push(overloaded('0'));
  expect(await registry.enroll([aRecord({ name: 'new' })])).toMatchObject([{ result: 'created' }]);
  expect(state.writes).toBe(5);
});

const recordingSchema = z.object({
  exchanges: z.array(z.object({ response: z.optional(z.object({ body: z.optional(z.unknown()) })) })),
});
const statusSchema = z.object({ code: z.literal(403), message: z.string() });

/** The refusals that a real API server sent: the text of each, and its body. */
function recordedRefusals(recording: string): readonly (readonly [string, unknown])[] {
  const file = new URL(`../../../../testing/src/kubernetes/recordings/${recording}.json`, import.meta.url);
  return recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).exchanges.flatMap(({ response }) => {
    const status = statusSchema.safeParse(response?.body);
    return status.success ? [[status.data.message, response?.body] as const] : [];
  });
}

const advice = 'Give the server the role enroll.';

it.each([
  ...recordedRefusals('rbac').map(([text, body]) => [text, body, 'unavailable', [advice]] as const),
  ...recordedRefusals('cluster/admission').map(([text, body]) => [text, body, 'conflict', []] as const),
])(
  'has the words of the API server, and advises a role only if a right is missing: %s',
  async (text, body, kind, more) => {
    let isRefused = false;
    const { registry } = await aRegistry({
      intercept: (method) =>
        isRefused && method === 'PATCH' ? Promise.resolve(Response.json(body, { status: 403 })) : null,
    });
    await registry.enroll([aRecord()]);
    isRefused = true;
    const message = `The Kubernetes API server answered 403: ${text}`;
    const [outcome] = await registry.enroll([aRecord({ name: 'new' })]);
    expect(outcome?.reason).toBe([`${message}.`, ...more].join(' '));
    await expect(registry.setLimitPolicy('shop', 'cart', 'keep')).rejects.toMatchObject({
      kind,
      messages: [more.length > 0 ? `${message}.` : message, ...more],
    });
  },
);

it('names the definition in a sentence of its own', async () => {
  let isRemoved = false;
  const { registry } = await aRegistry({
    intercept: () => (isRemoved ? Promise.resolve(new Response('404 page not found\n', { status: 404 })) : null),
  });
  isRemoved = true;
  const [outcome] = await registry.enroll([aRecord()]);
  expect(outcome?.reason).toContain('404: 404 page not found. Is the definition of AIScaleTarget installed? ');
});
