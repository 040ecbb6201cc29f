import { defaultNodeSettings, modelModes, roundUpResource } from '@trimtab/core';
import { aContainer, aHistory, aWorkload, bursty, daily, mebibyte, noisy, rarelyBusy, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { replayRequest } from './observed-replay.ts';
import { recommend } from './recommend.ts';
import { type Price, tradeOffCurve, tradeOffs } from './trade-off.ts';

const price: Price = { settings: defaultNodeSettings, replicas: 2 };

const curveOf = (usage: Float64Array, more: Partial<Parameters<typeof tradeOffCurve>[0]> = {}) =>
  tradeOffCurve({ resource: 'cpu', usage, marked: [], price, ...more });

const dollars = (replicas: number | null) =>
  curveOf(daily(14, 1), { price: { ...price, replicas } })?.points.map((point) => point.dollarsUnusedPerYear);

describe('tradeOffCurve', () => {
  it('matches a manual count', () => {
    const usage = series(2, (bin) => (bin % 4 === 0 ? 2 : 1));
    const curve = curveOf(usage, { marked: [1.6] });
    expect(curve?.days).toBe(2);
    const slack = 0.75 * (0.6 / 1.6);
    expect(curve?.points.find(({ request }) => request === 1.6)).toEqual({
      request: 1.6,
      slack: expect.closeTo(slack, 9),
      minutesAbovePerDay: 360,
      daysAbove: 2,
      // Two pods of 0.45 unused cores on nodes of 4 cores for $0.192 an hour.
      dollarsUnusedPerYear: expect.closeTo(((1.6 * slack * 2) / 4) * 0.192 * 8_760, 6),
    });
  });

  it('prices memory by its share of the memory of a node', () => {
    const usage = series(14, () => 1e9);
    const points = curveOf(usage, { resource: 'memory', marked: [2e9] })?.points ?? [];
    expect(points.find(({ request }) => request === 2e9)?.dollarsUnusedPerYear).toBeCloseTo(
      ((1e9 * 2) / 16e9) * 0.192 * 8_760,
      6,
    );
  });

  it('has no price without the number of pods, and none to pay without pods', () => {
    expect(new Set(dollars(null))).toEqual(new Set([null]));
    expect(new Set(dollars(0))).toEqual(new Set([0]));
  });

  it('is null without samples', () => {
    expect(curveOf(series(14, () => Number.NaN))).toBeNull();
  });

  it('reaches from half of the median to above the highest of the last 14 days, in whole millicores', () => {
    const usage = series(20, (bin) => (bin < 6 * binsPerDay ? 9 : 0.2 + ((bin % 100) / 100) * 0.8));
    const requests = curveOf(usage)?.points.map(({ request }) => request) ?? [];
    expect(requests.length).toBeGreaterThanOrEqual(30);
    expect(requests.length).toBeLessThanOrEqual(60);
    expect(requests[0]).toBeLessThan(0.31);
    expect(requests.at(-1)).toBeGreaterThan(0.992);
    expect(requests.at(-1)).toBeLessThan(1.2);
    expect(requests.every((request) => Number.isInteger(Math.round(request * 1e6) / 1e3))).toBe(true);
  });

  it.each([
    ['a daily cycle', daily(14, 1)],
    ['noise', noisy(14, 0.2)],
    ['bursts', bursty(14, 0.1, 3)],
    ['rare bursts', rarelyBusy(14, 3)],
    ['nothing used', series(14, () => 0)],
    ['five hours a day', series(14, (bin) => (bin % binsPerDay < 60 ? 0.3 : Number.NaN))],
  ])('gives less unused and never less time above for a lower request: %s', (_, usage) => {
    for (const resource of ['cpu', 'memory'] as const) {
      const scaled = resource === 'cpu' ? usage : usage.map((used) => used * 1e9);
      const kills = resource === 'cpu' ? [] : [{ binsAgo: 3 * binsPerDay, limitBytes: 0.8e9 }];
      const points = curveOf(scaled, { resource, kills, marked: [0.1, 0.37].map((at) => at * 1e9) })?.points ?? [];
      expect(points.length).toBeGreaterThan(1);
      for (const [index, point] of points.slice(1).entries()) {
        const before = points[index] ?? point;
        expect(point.request).toBeGreaterThan(before.request);
        expect(point.slack).toBeGreaterThanOrEqual(before.slack - 1e-12);
        expect(point.dollarsUnusedPerYear).toBeGreaterThanOrEqual((before.dollarsUnusedPerYear ?? 0) - 1e-9);
        expect(point.minutesAbovePerDay).toBeLessThanOrEqual(before.minutesAbovePerDay);
        expect(point.daysAbove).toBeLessThanOrEqual(before.daysAbove);
      }
    }
  });

  it('counts a day with a kill for every request up to the limit', () => {
    const usage = series(14, () => 300 * mebibyte);
    const kills = [{ binsAgo: 3 * binsPerDay, limitBytes: 400 * mebibyte }];
    const marked = [400 * mebibyte, 401 * mebibyte];
    const points = curveOf(usage, { resource: 'memory', kills, marked })?.points ?? [];
    const daysAbove = marked.map((at) => points.find(({ request }) => request === at)?.daysAbove);
    expect(daysAbove).toEqual([1, 0]);
  });
});

type Asked = {
  readonly directions?: { readonly horizontal: boolean; readonly vertical: boolean };
  readonly cpuRequest?: number | null;
  /** Without a second container that has no samples. */
  readonly isAlone?: boolean;
  readonly pods?: number;
};

async function ask(
  cpu: Float64Array,
  { directions = { horizontal: false, vertical: true }, cpuRequest = 1, isAlone = false, pods = 2 }: Asked = {},
) {
  const history = aHistory({ cpu, memory: noisy(14, 300 * mebibyte), pods });
  const workload = aWorkload({
    containers: [
      aContainer('app', cpuRequest, 1024 * mebibyte),
      ...(isAlone ? [] : [aContainer('unseen', 1, 1024 * mebibyte)]),
    ],
  });
  const byMode = new Map(
    modelModes.flatMap((mode) => {
      const recommendation = recommend({ history, workload, currentReplicas: 2, mode, directions });
      return recommendation === null ? [] : [[mode, recommendation] as const];
    }),
  );
  return { history, byMode, requests: await tradeOffs({ history, workload, byMode, price }) };
}

describe('tradeOffs', () => {
  it('marks the three modes and the current request on the curve, at the values that are suggested', async () => {
    const { history, byMode, requests } = await ask(noisy(14, 0.2));
    expect(requests.map(({ container, resource, days }) => [container, resource, days])).toEqual([
      ['app', 'cpu', 14],
      ['app', 'memory', 14],
    ]);
    for (const { resource, points, marks } of requests) {
      expect(marks.map(({ mark }) => mark)).toEqual(['current', ...modelModes]);
      for (const { mark, request, computed, reason } of marks) {
        const usage = history.containers[0]?.[resource] ?? new Float64Array(0);
        const replay = replayRequest(usage, request);
        expect(points.find((point) => point.request === request)).toMatchObject({
          slack: replay?.slack,
          minutesAbovePerDay: (replay?.timeOver ?? Number.NaN) * 1_440,
        });
        if (mark === 'current') continue;
        expect(request).toBe(byMode.get(mark)?.containers[0]?.[resource]);
        expect(reason).toBeNull();
        expect(request).toBe(roundUpResource(resource, computed ?? Number.NaN));
      }
    }
  });

  it('leaves out the current request of a container that has none', async () => {
    const [cpu] = (await ask(noisy(14, 0.2), { cpuRequest: null })).requests;
    expect(cpu?.marks.map(({ mark }) => mark)).toEqual([...modelModes]);
  });

  it('says which guard raised the request of a mode', async () => {
    const { requests } = await ask(series(14, (bin) => (bin >= 14 * binsPerDay - 12 ? 2 : 0.1)));
    const balanced = requests[0]?.marks.find(({ mark }) => mark === 'balanced');
    expect(balanced).toMatchObject({ request: expect.closeTo(2.2, 6), reason: 'level shift' });
    expect(balanced?.computed).toBeLessThan(2);
    expect(requests[0]?.points.at(-1)?.request).toBeGreaterThanOrEqual(2.2);
  });

  it('says that a request is kept because the replicas follow it', async () => {
    const { requests } = await ask(noisy(14, 0.65), { directions: { horizontal: true, vertical: true }, pods: 8 });
    const ofModes = requests[0]?.marks.filter(({ mark }) => mark !== 'current') ?? [];
    expect(ofModes.map(({ request, reason }) => [request, reason])).toEqual(
      modelModes.map(() => [1, 'kept because the replicas are planned by it']),
    );
    expect(requests[0]?.notes).toEqual(['All modes keep the request: with a smaller one, more pods would be needed.']);
  });

  it.each([
    [0.05, 'because the usage is spread over 2 pods instead of 1'],
    [0.45, 'which keeps the request because replicas follow it'],
  ])('says why a more reliable mode requests less, at a usage of %d cores', async (cores, reason) => {
    const { requests } = await ask(noisy(14, cores), {
      directions: { horizontal: true, vertical: true },
      isAlone: true,
    });
    const [cost = 0, balanced = 0] = (requests[0]?.marks ?? []).slice(1).map(({ request }) => request);
    expect(balanced).toBeLessThan(cost);
    expect(requests[0]?.notes).toEqual([`Balanced and Max assurance request less than Cost savings, ${reason}.`]);
  });

  it('has no notes where more reliable modes request more', async () => {
    expect((await ask(noisy(14, 0.2))).requests.flatMap(({ notes }) => notes)).toEqual([]);
  });

  it('is empty for a target that does not scale its requests', async () => {
    const directions = { horizontal: true, vertical: false };
    expect((await ask(noisy(14, 0.2), { directions })).requests).toEqual([]);
  });
});
