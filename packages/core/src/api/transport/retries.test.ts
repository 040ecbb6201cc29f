import { describe, expect, test } from 'vitest';
import { ApiError, toastText } from '../../errors.ts';
import { failure, json, silence } from '../../testing/fault-replies.ts';
import { rejection, scripted, scriptedServer } from '../../testing/scripted-client.ts';
import { virtualClock } from '../../testing/virtual-clock.ts';
import { createClient } from '../client/full-client.ts';
import { createRetryBudget } from './retry-budget.ts';
import { backoffMs, retryAfterMs } from './retry-timing.ts';

const done = json({ items: [] });
const limited = (seconds: string) => failure(429, ['slow down'], { 'retry-after': seconds });
/** The start time of the virtual clock. */
const fixedNow = 'Fri, 20 Nov 2026 12:00:00 GMT';

describe('429 with Retry-After', () => {
  test.each([
    ['2', [2_000]],
    ['Fri, 20 Nov 2026 12:00:05 GMT', [5_000]],
    ['0', [150]],
    ['-1', [150]],
    ['soon', [150]],
    ['1.5', [150]],
    ['Fri, 20 Nov 2026 11:59:00 GMT', [150]],
    ['29', [29_000]],
  ])('%s waits as requested, or backs off', async (value, waits) => {
    const { client, clock } = await scripted((_, n) =>
      n === 0 ? failure(429, ['slow down'], { 'retry-after': value }) : done,
    );
    await expect(client.targets.list()).resolves.toEqual({ items: [] });
    expect(clock.waits).toEqual(waits);
  });

  test.each(['86400', '31', '30', 'Fri, 20 Nov 2026 12:01:00 GMT'])(
    '%s is longer than the call may last: it fails at once',
    async (value) => {
      const { client, clock, server } = await scripted(() => failure(429, ['slow down'], { 'retry-after': value }));
      expect(toastText(await rejection(client.targets.list()))).toBe('API Error: 429 - slow down');
      expect(clock.waits).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );

  test('a second requested wait must fit into the remaining time', async () => {
    const { client, clock, server } = await scripted(() => failure(429, ['slow down'], { 'retry-after': '20' }));
    expect(toastText(await rejection(client.targets.list()))).toBe('API Error: 429 - slow down');
    expect(clock.waits).toEqual([20_000]);
    expect(server.requests).toHaveLength(2);
  });

  test('a date in Retry-After is compared with the clock of the server', () => {
    const twoHours = 2 * 3_600_000;
    for (const now of [Date.parse(fixedNow) - twoHours, Date.parse(fixedNow) + twoHours])
      expect(retryAfterMs('Fri, 20 Nov 2026 12:00:05 GMT', fixedNow, now)).toBe(5_000);
  });
});

describe('a rate limit of the server', () => {
  test('calls that the server asked to repeat are not refused by the budget', async () => {
    const clock = virtualClock();
    let [left, waits] = [4, 0];
    // Four requests between two waits of the client, as a bucket that is filled again.
    const { client, server } = await scripted(
      () => {
        if (waits < clock.waits.length) [left, waits] = [4, clock.waits.length];
        left -= 1;
        return left < 0 ? failure(429, ['slow down'], { 'retry-after': '1' }) : done;
      },
      { clock },
    );
    for (let call = 0; call < 100; call += 1) await client.targets.list();
    expect(clock.waits).toEqual(Array.from({ length: 24 }, () => 1_000));
    expect(server.requests).toHaveLength(124);
  });

  test('a call is repeated as often as the server asks for within its deadline', async () => {
    const { client, clock } = await scripted((_, n) => (n < 5 ? limited('5') : done));
    await expect(client.targets.list()).resolves.toEqual({ items: [] });
    expect(clock.waits).toEqual([5_000, 5_000, 5_000, 5_000, 5_000]);
    const busy = await scripted((_, n) => (n < 3 ? limited('1') : failure(503, ['busy'])));
    expect(toastText(await rejection(busy.client.targets.list()))).toBe('API Error: 503 - busy');
    expect(busy.clock.waits).toEqual([1_000, 1_000, 1_000, 150, 300]);
    const never = await scripted(() => limited('1'));
    expect(toastText(await rejection(never.client.targets.list()))).toBe('API Error: 429 - slow down');
    expect(never.clock.waits).toHaveLength(29);
  });

  test('after a 429 the other calls of the client wait too', async () => {
    const clock = virtualClock({ holdFromMs: 0 });
    const { client, server } = await scripted(
      (_, n) => (n < 2 ? failure(429, ['slow down'], { 'retry-after': '2' }) : done),
      { clock },
    );
    const refused = [client.targets.list(), client.targets.list()];
    // The deadlines of both calls, and their waits.
    await expect.poll(() => clock.pending()).toBe(4);
    const later = [client.targets.list(), client.targets.enroll({ namespace: 'shop' })];
    await expect.poll(() => clock.pending()).toBe(7);
    clock.advance(1_999);
    expect(server.requests).toHaveLength(2);
    clock.advance(1);
    await Promise.all([...refused, ...later]);
    expect(server.requests).toHaveLength(6);
    await client.targets.list();
    expect(clock.pending()).toBe(0);
  });

  test('the calls that waited are sent one after the other, and a refused one stops the others', async () => {
    const clock = virtualClock({ holdFromMs: 0 });
    const shown: (number | null)[] = [];
    let [left, total] = [0, 0];
    const script = () => {
      total += 1;
      left -= 1;
      return left < 0 ? failure(429, ['slow down'], { 'retry-after': '2' }) : done;
    };
    const { client } = await scripted(script, { clock, onLimit: (waitMs) => shown.push(waitMs) });
    const calls = Array.from({ length: 8 }, () => client.targets.list());
    await expect.poll(() => clock.pending()).toBe(16);
    expect(total).toBe(8);
    for (const sent of [8 + 4, 12 + 4]) {
      left = 3;
      clock.advance(2_000);
      // Three are answered and one is refused, which makes the others wait.
      await expect.poll(() => total).toBe(sent);
      await expect.poll(() => clock.pending() > 0 && shown.at(-1)).toBe(2_000);
    }
    left = 3;
    clock.advance(2_000);
    await Promise.all(calls);
    expect(total).toBe(16 + 2);
    expect(shown.at(-1)).toBe(null);
    await client.targets.list();
    expect(total).toBe(19);
  });

  test('a call without an answer keeps the next one waiting for a second, and a canceled one does not', async () => {
    const clock = virtualClock({ holdFromMs: 0 });
    const { client, server } = await scripted((_, n) => (n === 0 ? limited('2') : n === 1 ? silence : done), { clock });
    const refused = client.targets.list();
    await expect.poll(() => clock.pending()).toBe(2);
    const [end, cancel] = [new AbortController(), new AbortController()];
    const silent = rejection(client.targets.list({}, { signal: end.signal }));
    const canceled = rejection(client.targets.list({}, { signal: cancel.signal }));
    const last = client.targets.list();
    await expect.poll(() => clock.pending()).toBe(6);
    clock.advance(2_000);
    // Five timers: the deadlines of the four calls, and the second that the next call waits.
    await expect.poll(() => clock.pending()).toBe(5);
    await expect.poll(() => server.requests.length).toBe(2);
    cancel.abort();
    await canceled;
    clock.advance(999);
    await expect.poll(() => clock.pending()).toBe(4);
    expect(server.requests).toHaveLength(2);
    clock.advance(1);
    await Promise.all([last, refused]);
    expect(server.requests).toHaveLength(4);
    end.abort();
    await silent;
    expect(clock.pending()).toBe(0);
  });

  test('a wait that is too long for the call, and a clock that is set back, stop no other call', async () => {
    const clock = virtualClock({ holdFromMs: 0 });
    const { client } = await scripted(
      (_, n) => (n < 2 ? failure(429, ['slow down'], { 'retry-after': n === 0 ? '60' : '20' }) : done),
      { clock },
    );
    await rejection(client.targets.list());
    const refused = client.targets.list();
    await expect.poll(() => clock.pending()).toBe(2);
    clock.advance(-3_600_000);
    await expect(client.targets.list()).resolves.toEqual({ items: [] });
    clock.advance(3_620_000);
    await expect(refused).resolves.toEqual({ items: [] });
  });
});

describe('statuses', () => {
  test.each([408, 429, 502, 503, 504])('%i is retried twice with jitter, then fails', async (status) => {
    const { client, clock, server } = await scripted(() => failure(status, ['busy']));
    expect(toastText(await rejection(client.targets.list()))).toBe(`API Error: ${status} - busy`);
    expect(clock.waits).toEqual([150, 300]);
    expect(server.requests).toHaveLength(3);
  });

  test.each([400, 403, 404, 409, 422, 500, 501])('%i is final', async (status) => {
    const { client, server } = await scripted(() => failure(status, ['no']));
    expect(await rejection(client.targets.list())).toBeInstanceOf(ApiError);
    expect(server.requests).toHaveLength(1);
  });

  test.each([429, 503])('a POST and a PATCH are final at %i', async (status) => {
    const { client, server } = await scripted(() => failure(status, ['no'], { 'retry-after': '1' }));
    await rejection(client.targets.enroll({ namespace: 'shop' }));
    await rejection(client.artifacts.patch({ name: 'a', patch: { x: null } }));
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
  });
});

test('backoff is full jitter from 300 ms, doubled, at most 5 s', () => {
  expect([0, 1, 2, 10].map((retry) => backoffMs(retry, () => 1))).toEqual([300, 600, 1_200, 5_000]);
  expect(backoffMs(3, () => 0)).toBe(0);
});

describe('the budget', () => {
  test('a minute of outage causes at most 10 % more requests', async () => {
    const server = await scriptedServer(() => failure(503, ['down']));
    // The calls of a detail page in a minute: four every 10 s, two every 30 s.
    const rounds = [6, 4, 4, 6, 4, 4];
    // Each client has its own budget, so the result with twenty clients holds for any number.
    const clients = 20;
    const base = clients * rounds.reduce((sum, calls) => sum + calls, 0);
    let seed = 1;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        const clock = virtualClock();
        const client = createClient({ baseUrl: server.url, clock, random });
        for (const calls of rounds) {
          for (let call = 0; call < calls; call += 1) await rejection(client.views.kpis());
          clock.advance(10_000);
        }
      }),
    );
    expect(server.requests.length).toBeGreaterThan(base);
    expect(server.requests.length).toBeLessThanOrEqual(base * 1.1);
  });

  test('allows a tenth of the requests of the past minute, but at least two retries', () => {
    const budget = createRetryBudget();
    const take = (times: number, now: number) =>
      Array.from({ length: times }, () => budget.take(now)).filter(Boolean).length;
    budget.sent(0);
    expect(take(5, 0)).toBe(2);
    for (let request = 1; request < 5_000; request += 1) budget.sent(10_000);
    expect(take(600, 10_000)).toBe(498);
    expect(take(5, 69_999)).toBe(1);
    expect(take(5, 129_999)).toBe(2);
  });
});
