import { describe, expect, it } from 'vitest';
import { emptyFigures, type HourlyFigures } from './hourly-figures.ts';
import { addGap, zeroGaps } from './request-gaps.ts';

/** Three pods of 1 core and 2 GB. */
const figures = (changes: Partial<HourlyFigures>): HourlyFigures => ({
  ...emptyFigures(),
  replicas: 3,
  requestedCpu: 3,
  requestedMemory: 6e9,
  ...changes,
});
function gapOf(changes: Partial<HourlyFigures>, hours = 1) {
  const sums = zeroGaps();
  addGap(sums, figures(changes), hours);
  return sums;
}

describe('resource-hours between requests and suggestions', () => {
  it('are waste in recommendation mode', () => {
    expect(gapOf({ vertical: true, advisedPodCpu: 0.25, advisedPodMemory: 1e9 }, 2)).toEqual({
      ...zeroGaps(),
      unrealizedCpu: 4.5,
      unrealizedMemory: 6e9,
      hours: 2,
    });
  });

  it('combine both directions: fewer pods with other requests', () => {
    const both = { vertical: true, horizontal: true, advisedPodCpu: 0.5, advisedPodMemory: 1e9, advisedReplicas: 2 };
    expect(gapOf(both)).toMatchObject({ unrealizedCpu: 2, unrealizedMemory: 4e9 });
    expect(gapOf({ ...both, vertical: false })).toMatchObject({ unrealizedCpu: 1, unrealizedMemory: 2e9 });
    expect(gapOf({ ...both, horizontal: false })).toMatchObject({ unrealizedCpu: 1.5, unrealizedMemory: 3e9 });
  });

  it('are never negative when the target needs more than it requests', () => {
    expect(gapOf({ vertical: true, advisedPodCpu: 4, advisedPodMemory: 1e9 })).toMatchObject({
      unrealizedCpu: 0,
      unrealizedMemory: 3e9,
      unknownHours: 0,
    });
  });

  it('are savings against the state before autonomous mode, and may be negative', () => {
    expect(gapOf({ autonomous: true, beforeCpu: 8, beforeMemory: 2e9 })).toMatchObject({
      realizedCpu: 5,
      realizedMemory: -4e9,
      unrealizedCpu: 0,
      unrealizedMemory: 0,
    });
  });

  it.each<[string, Partial<HourlyFigures>]>([
    ['advice', { vertical: true }],
    ['a record of the state before', { autonomous: true, beforeCpu: 8 }],
    ['a request', { vertical: true, requestedCpu: Number.NaN, advisedPodCpu: 1, advisedPodMemory: 2e9 }],
  ])('count as unknown without %s', (_what, changes) => {
    expect(gapOf(changes)).toMatchObject({ hours: 1, unknownHours: 1 });
  });

  it('are zero for a workload that is scaled to zero', () => {
    const none = { replicas: 0, requestedCpu: 0, requestedMemory: 0, vertical: true };
    expect(gapOf({ ...none, advisedPodCpu: 1, advisedPodMemory: 1e9 })).toEqual({ ...zeroGaps(), hours: 1 });
  });
});
