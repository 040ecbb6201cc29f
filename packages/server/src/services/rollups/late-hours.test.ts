import { dayMs, defaultNodeSettings, hourMs, minuteMs, workloadKey } from '@trimtab/core';
import { aHistory, aRecord } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { wholeWork } from '../../ports/index.ts';
import { binMs, binsPerDay } from '../../recommender/bins.ts';
import { createBackfill } from './backfill.ts';
import { createRecorder } from './recorder.ts';
import { storedHistory } from './stored-history.ts';

const midnight = Date.parse('2026-03-04T00:00:00Z');
const at = (hour: number) => midnight + hour * hourMs;
const hours = (start: number, end: number) => ({ start: at(start), end: at(end) });

/** Records the hours of a target whose usage is `state.used` in the bins that `state.isKnown` accepts, by their hour. */
function aRecording() {
  const record = aRecord();
  const state = {
    isKnown: (_hour: number): boolean => true,
    used: 0.5,
    advised: 1,
    node: defaultNodeSettings,
    now: at(0),
  };
  const { rollups } = memoryRecords();
  const recorder = createRecorder({ rollups });
  const backfill = createBackfill({
    recorder,
    // Like the usage history in memory: all it has, also for a short window.
    async histories(_targets, { end }) {
      const start = end - 3 * dayMs;
      const bins = (value: number) =>
        Float64Array.from({ length: 3 * binsPerDay }, (_, bin) => {
          const time = start + bin * binMs;
          return time >= at(-24) && state.isKnown((time - midnight) / hourMs) ? value : Number.NaN;
        });
      const changes = { start, requested: { cpu: bins(1), memory: bins(1e9) }, readyReplicas: bins(1) };
      const history = aHistory({ cpu: bins(state.used), memory: bins(1e8), pods: 1 }, changes);
      return new Map(history.total.cpu.every(Number.isNaN) ? [] : [[workloadKey(record), history]]);
    },
    workloads: async () => new Map(),
    adviceNow: async () => ({ podCpu: state.advised, podMemory: 1e9, replicas: Number.NaN }),
    settings: async () => state.node,
  });
  const stored = storedHistory(rollups, recorder);
  return {
    state,
    stored,
    /** Records every hour when it has ended, up to this one. */
    runTo: async (hour: number) => {
      for (; state.now <= at(hour); state.now += hourMs) {
        await backfill([record], state.now + 3 * minuteMs, wholeWork);
      }
    },
    /** The recorded hours, as `hour: the part that is recorded, usage, advice and cost of a node`. */
    recorded: async (start: number, end: number) => {
      const found: string[] = [];
      for (let hour = start; hour < end; hour += 1) {
        await stored.figures([record], hours(hour, hour + 1), (_target, figures, part) => {
          const { usedCpu, advisedPodCpu, nodeHourlyCost } = figures;
          found.push(`${hour}: ${part.toFixed(2)} ${usedCpu} ${advisedPodCpu} ${nodeHourlyCost}`);
        });
      }
      return found;
    },
  };
}

const cost = defaultNodeSettings.node_hourly_cost;

describe('hours whose samples arrive late', () => {
  it('are recorded, and those that were recorded stay as they are', async () => {
    const { state, stored, runTo, recorded } = aRecording();
    state.isKnown = (hour) => hour < 2.5 || hour >= 5;
    await runTo(6);
    const before = ['1: 1.00 0.5 1', '2: 0.50 0.5 1', '5: 1.00 0.5 1'].map((text) => `${text} ${cost}`);
    expect(await recorded(1, 6)).toEqual(before);
    Object.assign(state, {
      isKnown: () => true,
      used: 0.25,
      advised: 3,
      node: { ...defaultNodeSettings, node_hourly_cost: 9 },
    });
    await runTo(7);
    const late = [
      `1: 1.00 0.5 1 ${cost}`,
      // The samples that came in time had other values in the meantime, which does not happen outside of a test.
      `2: 1.00 0.25 1 ${cost}`,
      '3: 1.00 0.25 3 9',
      '4: 1.00 0.25 3 9',
      `5: 1.00 0.5 1 ${cost}`,
      '6: 1.00 0.25 3 9',
    ];
    expect(await recorded(1, 7)).toEqual(late);
    const version = (await stored.versions())(hours(-24, 0));
    await runTo(9);
    expect(await recorded(1, 7)).toEqual(late);
    expect((await stored.versions())(hours(-24, 0))).toBe(version);
  });

  it('are recorded up to a day later, also on the day before', async () => {
    const { state, runTo, recorded } = aRecording();
    state.isKnown = (hour) => hour < 1 || hour >= 14;
    await runTo(30);
    state.isKnown = () => true;
    await runTo(31);
    expect((await recorded(0, 16)).map((text) => text.split(':')[0])).toEqual(
      [0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map(String),
    );
  });

  it('are not recorded without samples, and the target is complete', async () => {
    const { state, stored, runTo, recorded } = aRecording();
    await runTo(2);
    state.isKnown = (hour) => hour < 2;
    await runTo(80);
    expect(await recorded(2, 80)).toEqual([]);
    expect(await stored.reach()).toMatchObject({ end: at(80) });
  });
});
