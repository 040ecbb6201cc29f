import { dayMs, defaultNodeSettings, hourMs } from '@trimtab/core';
import { aHistory, aRecord } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { wholeWork } from '../../ports/index.ts';
import { binMs, binsPerDay, binsPerHour } from '../../recommender/bins.ts';
import { pastMeans, pastSides } from '../costs/past-costs.ts';
import { noAdvice, pastHours } from './past-hours.ts';
import { createRecorder } from './recorder.ts';
import { zeroGaps } from './request-gaps.ts';
import { storedHistory } from './stored-history.ts';

const start = Date.parse('2026-03-04T00:00:00Z');
const window = { start, end: start + dayMs };
const advised = { podCpu: 0.5, podMemory: 2 ** 29, replicas: Number.NaN };

/** A day of one pod of 1 core and 1 GiB, which exists in some bins only. */
async function recordedDay(hasPod: (bin: number) => boolean) {
  const bins = (value: number) =>
    Float64Array.from({ length: binsPerDay }, (_, bin) => (hasPod(bin) ? value : Number.NaN));
  const history = aHistory(
    { cpu: bins(0.25), memory: bins(2 ** 28), pods: 1 },
    { start, requested: { cpu: bins(1), memory: bins(2 ** 30) }, readyReplicas: bins(1) },
  );
  const record = aRecord();
  const { rollups } = memoryRecords();
  const recorder = createRecorder({ rollups });
  const range = { from: start, to: start + dayMs };
  const advice = new Map([[start / dayMs, advised]]);
  const hours = pastHours({ record, history, window: range, settings: defaultNodeSettings, advice });
  await recorder.record([hours], wholeWork);
  return { record, hours: hours.hours, stored: storedHistory(rollups, recorder) };
}

async function gapsOf(stored: ReturnType<typeof storedHistory>, of: { start: number; end: number }) {
  const all = zeroGaps();
  await stored.gaps(of, (_target, _at, sums) => Object.assign(all, sums));
  return all;
}

const isRunning = (bin: number) => bin % binsPerHour === 3;

describe('the recorded hours of a workload that runs five minutes an hour', () => {
  it('count as five minutes each in the sums of a day', async () => {
    const { stored } = await recordedDay(isRunning);
    const sums = await gapsOf(stored, window);
    expect(sums.unrealizedCpu).toBeCloseTo(0.5 * 2, 9);
    expect(sums.hours).toBe(2);
  });

  it('count as five minutes each in a window that cuts the day', async () => {
    const { stored } = await recordedDay(isRunning);
    const sums = await gapsOf(stored, { start, end: start + 6 * hourMs });
    expect(sums.unrealizedCpu).toBeCloseTo(0.5 * 0.5, 9);
    expect(sums.hours).toBeCloseTo(0.5, 9);
  });

  it('have the means of the time in which it ran, and say how long that was', async () => {
    const { stored, record } = await recordedDay(isRunning);
    const [means] = await pastMeans(stored, [record], window);
    if (means === undefined) throw new Error('no means');
    expect(means.used.cpu).toBeCloseTo(0.25, 9);
    expect(means.requested.cpu).toBeCloseTo(1, 9);
    expect(pastSides(means, window).problems).toEqual([
      '2 of these 24 hours were recorded; the averages cover only those.',
    ]);
  });
});

it('an hour in which a workload ran ten minutes weighs less than a full one', async () => {
  const { stored, record } = await recordedDay((bin) => bin < binsPerHour || bin === 20 || bin === 21);
  const [means] = await pastMeans(stored, [record], window);
  expect(means?.hours).toBeCloseTo(7 / 6, 9);
});

it('a target with a few minutes on a day has recorded hours', async () => {
  const { stored } = await recordedDay((bin) => bin === 0);
  expect((await gapsOf(stored, window)).hours).toBeGreaterThan(0);
});

/** The bins of an hour; 1 in some of them, and no value in the others. */
const oneIn = (...known: readonly number[]) =>
  Float64Array.from({ length: binsPerHour }, (_, bin) => (known.includes(bin) ? 1 : Number.NaN));

it('a bin in which only the usage or only the pods are known is recorded', () => {
  const none = oneIn();
  const history = aHistory(
    { cpu: oneIn(1, 2), memory: none, pods: 1 },
    { start, requested: { cpu: none, memory: none }, readyReplicas: oneIn(2, 7) },
  );
  const { hours } = pastHours({
    record: aRecord(),
    history,
    window: { from: start, to: start + 2 * hourMs },
    settings: defaultNodeSettings,
    advice: new Map([[start / dayMs, noAdvice]]),
  });
  expect(binMs * binsPerHour).toBe(hourMs);
  expect(hours.map(({ at, figures }) => [at, figures.bins])).toEqual([[start, 3]]);
});
