import { expect, test } from 'vitest';
import { awaitApproval, classify, type Poll } from './device-flow.ts';
import type { ProviderAnswer } from './provider-answer.ts';

const tokens = { accessToken: 'a', refreshToken: null, idToken: null, expiresInSeconds: 60 };
const silence: Poll = { kind: 'no-answer', retryAfterMs: null };

/** Polls with these answers on a virtual clock; `gaps` are the seconds between the polls. */
async function flow(answers: Poll[], code: { intervalMs: number; lifeMs: number }) {
  let elapsed = 1_000_000;
  let last = elapsed;
  const gaps: number[] = [];
  const turns = answers.values();
  const clock = {
    elapsedMs: () => elapsed,
    sleep: async (milliseconds: number) => {
      elapsed += milliseconds;
    },
  };
  const poll = async (): Promise<Poll> => {
    gaps.push((elapsed - last) / 1_000);
    last = elapsed;
    return turns.next().value ?? { kind: 'pending' };
  };
  const ending = await awaitApproval(poll, code, clock, new AbortController().signal);
  return { ending, gaps, waited: (elapsed - 1_000_000) / 1_000 };
}

const usual = { intervalMs: 5_000, lifeMs: 900_000 };

test('polls keep the interval, slow down for good after slow_down and back off without a response', async () => {
  const pending: Poll = { kind: 'pending' };
  const slow: Poll = { kind: 'slow-down' };
  const { ending, gaps } = await flow(
    [
      pending,
      pending,
      pending,
      slow,
      slow,
      silence,
      { kind: 'no-answer', retryAfterMs: 45_000 },
      pending,
      { kind: 'tokens', tokens },
    ],
    usual,
  );
  expect(gaps).toEqual([5, 5, 5, 5, 10, 15, 30, 45, 15]);
  expect(ending).toEqual({ kind: 'tokens', tokens });
});

test('without answers the back-off ends at 30 seconds', async () => {
  const { gaps } = await flow([silence, silence, silence, silence, { kind: 'denied' }], usual);
  expect(gaps).toEqual([5, 10, 20, 30, 30]);
});

test('an interval above 30 seconds is kept without answers', async () => {
  const { gaps } = await flow([silence, silence, { kind: 'denied' }], { intervalMs: 60_000, lifeMs: 900_000 });
  expect(gaps).toEqual([60, 60, 60]);
});

test('polling ends when the code expires', async () => {
  const { ending, gaps, waited } = await flow([], { intervalMs: 5_000, lifeMs: 12_000 });
  expect({ ending, gaps, waited }).toEqual({ ending: { kind: 'expired' }, gaps: [5, 5], waited: 12 });
});

test('an aborted wait sends no further poll', async () => {
  const abort = new AbortController();
  let polls = 0;
  const clock = {
    elapsedMs: () => 0,
    sleep: async (_milliseconds: number, signal: AbortSignal) => {
      if (polls === 1) abort.abort();
      signal.throwIfAborted();
    },
  };
  const poll = async (): Promise<Poll> => {
    polls += 1;
    return { kind: 'pending' };
  };
  await expect(awaitApproval(poll, usual, clock, abort.signal)).rejects.toThrow('aborted');
  expect(polls).toBe(1);
});

const answered = (status: number, body: object | null, retryAfterMs: number | null = null): ProviderAnswer => ({
  kind: 'answered',
  status,
  body: body === null ? null : { ...body },
  retryAfterMs,
});

test.each<[string, ProviderAnswer, Poll['kind']]>([
  ['pending with 403, as Auth0 sends it', answered(403, { error: 'authorization_pending' }), 'pending'],
  ['pending with 400, as RFC 8628 says', answered(400, { error: 'authorization_pending' }), 'pending'],
  ['slow down with 429', answered(429, { error: 'slow_down' }), 'slow-down'],
  ['pending with 500', answered(500, { error: 'authorization_pending' }), 'pending'],
  ['denied', answered(403, { error: 'access_denied' }), 'denied'],
  ['expired', answered(403, { error: 'expired_token' }), 'expired'],
  ['invalid_grant, which Auth0 sends after expired', answered(403, { error: 'invalid_grant' }), 'expired'],
  ['any other error', answered(400, { error: 'unauthorized_client' }), 'refused'],
  ['a page of a proxy', answered(502, null), 'no-answer'],
  ['a reset', { kind: 'unanswered', wasNeverSent: false, reason: 'ECONNRESET' }, 'no-answer'],
  ['tokens', answered(200, { access_token: 'a' }), 'tokens'],
  ['a success without a token', answered(200, {}), 'refused'],
  ['a token that would end the header', answered(200, { access_token: 'a\r\nx: y' }), 'refused'],
])('%s', (_name, answer, kind) => {
  expect(classify(answer).kind).toBe(kind);
});

test('Retry-After of a 503 is kept', () => {
  expect(classify(answered(503, null, 20_000))).toEqual({ kind: 'no-answer', retryAfterMs: 20_000 });
});
