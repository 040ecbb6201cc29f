import { costGap, dayMs, defaultNodeSettings, hourlyCost, hourMs } from '@trimtab/core';
import { aRecord } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import type { TargetRecord } from '../../ports/index.ts';
import type { CostHistory } from '../rollups/cost-history.ts';
import { emptyFigures, type HourlyFigures } from '../rollups/hourly-figures.ts';
import { amounts } from './cost-response.ts';
import { pastCosts, pastMeans, pastSides } from './past-costs.ts';

/** A core of the default node. Memory never decides the cost here. */
const perCore = 0.192 / 4;
const days = (count: number) => ({ start: 0, end: count * dayMs });

/** An hour of some pods of one core and 1 GB, with the suggested replicas and no suggested requests. */
const anHour = (replicas: number, changes: Partial<HourlyFigures> = {}): HourlyFigures => ({
  ...emptyFigures(),
  horizontal: true,
  replicas,
  requestedCpu: replicas,
  requestedMemory: replicas * 1e9,
  usedCpu: 0.1,
  usedMemory: 1e8,
  ...changes,
});

/** A target whose days have these figures in each of their hours. */
async function meansOf(record: TargetRecord, ...ofDays: readonly HourlyFigures[]) {
  const figures: CostHistory['figures'] = async (_targets, _window, visit) => {
    for (const one of ofDays) for (let hour = 0; hour < dayMs / hourMs; hour += 1) visit(0, one, 1);
  };
  const [means] = await pastMeans({ figures }, [record], days(ofDays.length));
  if (means === undefined) throw new Error('no means');
  return { means, costs: pastCosts(means, defaultNodeSettings), sides: pastSides(means, days(ofDays.length)) };
}

const horizontal = aRecord({ horizontal: 'recommendation', vertical: null });
const vertical = aRecord();
const autonomous = aRecord({ vertical: 'autonomous' });
const advisedPod = { vertical: true, horizontal: false, advisedPodCpu: 0.5, advisedPodMemory: 5e8 };
const costOf = (totals: Parameters<typeof amounts>[0]) => hourlyCost(amounts(totals), defaultNodeSettings);

describe('past potential savings', () => {
  it('count hours without a ready pod as 0 on both sides', async () => {
    const { costs } = await meansOf(horizontal, anHour(10, { advisedReplicas: 8 }), anHour(0, { advisedReplicas: 8 }));
    expect(costs.horizontalCost.raw).toBeCloseTo(0.24, 12);
    expect(costs.horizontalCost.withSuggestions).toBeCloseTo(0.192, 12);
  });

  it('compare only hours with a suggestion of the direction', async () => {
    const { costs } = await meansOf(horizontal, anHour(10), anHour(2, { advisedReplicas: 2 }));
    expect(costs.horizontalCost.raw).toBeCloseTo(0.096, 12);
    expect(costGap(costs.horizontalCost)).toBeCloseTo(0, 12);
  });

  it('compare each direction over its own hours', async () => {
    const both = await meansOf(
      aRecord({ horizontal: 'recommendation' }),
      anHour(10, { advisedReplicas: 8 }),
      anHour(4, advisedPod),
      anHour(0, advisedPod),
    );
    const { horizontalCost, verticalCost } = both.costs;
    expect([horizontalCost.raw, horizontalCost.withSuggestions].map(inCores)).toEqual([10, 8]);
    expect([verticalCost.raw, verticalCost.withSuggestions].map(inCores)).toEqual([2, 1]);
  });

  it('leave out hours with a suggestion but without a known request', async () => {
    const unknown = { requestedCpu: Number.NaN, requestedMemory: Number.NaN };
    const { costs } = await meansOf(vertical, anHour(2, advisedPod), anHour(8, { ...advisedPod, ...unknown }));
    expect([costs.verticalCost.raw, costs.verticalCost.withSuggestions].map(inCores)).toEqual([2, 1]);
  });

  it('have the cost of all hours, and no gap, if there was no suggestion', async () => {
    const { costs } = await meansOf(horizontal, anHour(10), anHour(0));
    expect(costs.horizontalCost).toEqual({ raw: expect.closeTo(0.24, 12), withSuggestions: null });
    expect(costs.verticalCost).toEqual(costs.horizontalCost);
  });
});

const inCores = (cost: number | null) => cost && Math.round((cost / perCore) * 1e9) / 1e9;

describe('the sides of a past comparison', () => {
  it('both have the requests of hours without a suggestion', async () => {
    const { sides } = await meansOf(horizontal, anHour(10), anHour(2, { advisedReplicas: 2 }));
    expect(sides.unoptimized).toEqual({ cpu: 6, memory: 6e9 });
    expect(sides.optimized).toEqual(sides.unoptimized);
    expect(sides.problems).toEqual(['24 of the recorded hours have no suggestion and count as unchanged.']);
  });

  it('count hours without a ready pod as 0', async () => {
    const { sides } = await meansOf(horizontal, anHour(10, { advisedReplicas: 8 }), anHour(0, { advisedReplicas: 8 }));
    expect([costOf(sides.unoptimized), costOf(sides.optimized)].map(inCores)).toEqual([5, 4]);
    expect(sides.problems).toEqual([]);
  });

  it('leave out hours with a suggestion but without a known request', async () => {
    const unknown = { requestedCpu: Number.NaN, requestedMemory: Number.NaN };
    const { sides } = await meansOf(vertical, anHour(2, advisedPod), anHour(8, { ...advisedPod, ...unknown }));
    expect([sides.unoptimized.cpu, sides.optimized.cpu]).toEqual([2, 1]);
  });

  it('have no savings in hours without a record of the state before autonomous mode', async () => {
    const before = { beforeCpu: 10, beforeMemory: 10e9 };
    const { sides } = await meansOf(autonomous, anHour(4), anHour(2, before));
    expect([sides.unoptimized.cpu, sides.optimized.cpu]).toEqual([7, 3]);
    expect(sides.problems).toEqual([
      '24 of the recorded hours have no record of the state before autonomous mode and count as unchanged.',
    ]);
  });

  it('have no savings in hours without a known request', async () => {
    const before = { beforeCpu: 10, beforeMemory: 10e9 };
    const unknown = { requestedCpu: Number.NaN, requestedMemory: Number.NaN };
    const { sides } = await meansOf(autonomous, anHour(2, before), anHour(2, { beforeCpu: 90, ...unknown }));
    expect([sides.unoptimized.cpu, sides.optimized.cpu]).toEqual([10, 2]);
    expect(sides.problems).toEqual([]);
  });

  it('stay unknown without any suggestion or record', async () => {
    const advised = await meansOf(horizontal, anHour(10));
    expect(advised.sides).toMatchObject({ optimized: { cpu: null, memory: null }, problems: [] });
    const before = await meansOf(autonomous, anHour(10));
    expect(before.sides).toMatchObject({
      unoptimized: { cpu: null, memory: null },
      problems: ['No pre-autonomous mode data found'],
    });
  });
});
