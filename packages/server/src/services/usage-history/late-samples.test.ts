import { workloadKey } from '@trimtab/core';
import { aHistory, aRecord, now, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { type HistorySource, SourceError } from '../../ports/index.ts';
import { binMs, binsPerDay, binsPerHour } from '../../recommender/bins.ts';
import { joined } from './late-samples.ts';
import { createUsageHistory } from './usage-history.ts';

const first = Math.floor(now / binMs);

/**
 * The workloads cart and pay, whose samples are missing in some bins until they arrive. Bins are counted from `first`.
 * `asked` lists the ranges that were read, without those of the first reading.
 */
function aServer() {
  const clock = { at: first * binMs, now: () => clock.at };
  const asked: string[] = [];
  const state = {
    isMissing: (_bin: number, _name: string): boolean => false,
    failsBefore: Number.NEGATIVE_INFINITY,
  };
  const source: HistorySource = {
    async history(_scope, { start, end }) {
      const from = start / binMs - first;
      const length = (end - start) / binMs;
      asked.push(`${from}..${from + length}`);
      if (from + length <= state.failsBefore) throw new SourceError('It refused the connection.');
      const items = ['cart', 'pay'].map((name) => {
        const known = (bin: number, value: number) => (state.isMissing(from + bin, name) ? Number.NaN : value);
        const values = series(length / binsPerDay, (bin) => known(bin, 0.5));
        const pods = Float64Array.from({ length }, (_, bin) => known(bin, 2));
        const requested = { cpu: pods, memory: pods };
        return { ...aHistory({ cpu: values, memory: values }, { name, start, requested, readyReplicas: pods }) };
      });
      return {
        items: items.filter(({ total }) => !total.cpu.every(Number.isNaN)),
        problems: end === clock.at ? [] : ['Some metrics were absent.'],
      };
    },
  };
  const records = ['cart', 'pay'].map((name) => aRecord({ name }));
  const stored = async () => ({
    records,
    byNamespace: new Map([['shop', records]]),
    namespaces: ['shop'],
    settings: null,
  });
  const lines: string[] = [];
  const logger = (_level: string, event: string) => void lines.push(event);
  const usage = createUsageHistory(source, undefined, { clock, logger, stored });
  return {
    asked,
    lines,
    state,
    usage,
    /** Reads the usage every five minutes until this bin. */
    runTo: async (bin: number) => {
      for (; clock.at < (first + bin) * binMs; clock.at += binMs) await usage.update('shop');
      await usage.update('shop');
      if (asked[0]?.startsWith('-')) asked.shift();
    },
    /** The bins without a value since the first reading. */
    missing: (name = 'cart') => {
      const kept = usage.peek('shop')?.targets.get(workloadKey(aRecord({ name })));
      if (kept === undefined) throw new Error('no usage');
      const { start, total, requested, readyReplicas, containers } = kept.history();
      const from = first - start / binMs;
      const all = [total.cpu, total.memory, requested.cpu, readyReplicas, containers[0]?.memory ?? total.cpu];
      return all.map((bins) => bins.subarray(from).reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0));
    },
  };
}

function isLong(range: string): boolean {
  const [from = 0, to = 0] = range.split('..').map(Number);
  return to - from !== 4;
}

describe('samples that arrive hours late', () => {
  it('are read when an agent delivers them after an outage, oldest first', async () => {
    const { state, runTo, missing, asked, usage } = aServer();
    await runTo(0);
    let delivered = 0;
    state.isMissing = (bin) => bin >= delivered;
    await runTo(36);
    expect(missing()).toEqual([36, 36, 36, 36, 36]);
    expect(asked.filter(isLong)).toEqual([]);
    // Within a quarter of an hour, the agent delivers all, and then the current samples.
    for (const bin of [12, 24, 39]) {
      delivered = bin;
      await runTo(36 + Math.floor(bin / 12));
    }
    state.isMissing = () => false;
    await runTo(42);
    expect(missing()).toEqual([0, 0, 0, 0, 0]);
    expect(usage.peek('shop')?.problems).toEqual([]);
  });

  it('are read when they arrive after the current samples', async () => {
    const { state, runTo, missing, asked } = aServer();
    await runTo(0);
    state.isMissing = (bin) => bin >= 0 && bin < 36;
    await runTo(90);
    // A stretch is read when it has ended, and then once an hour.
    expect(asked.filter(isLong)).toEqual(['0..36', '0..36', '0..36', '0..36', '0..36']);
    expect(missing()).toEqual([36, 36, 36, 36, 36]);
    state.isMissing = () => false;
    await runTo(102);
    expect(missing()).toEqual([0, 0, 0, 0, 0]);
    // It is read a last time, because those of other targets may arrive later.
    await runTo(160);
    expect(asked.filter(isLong)).toHaveLength(7);
  });

  it('are read when those of another target have arrived before', async () => {
    const { state, runTo, missing } = aServer();
    await runTo(0);
    state.isMissing = (bin) => bin >= 0 && bin < 36;
    await runTo(45);
    state.isMissing = (bin, name) => name === 'pay' && bin >= 0 && bin < 36;
    await runTo(52);
    expect([missing('cart')[0], missing('pay')[0]]).toEqual([0, 36]);
    state.isMissing = () => false;
    await runTo(64);
    expect(missing('pay')).toEqual([0, 0, 0, 0, 0]);
  });

  it('are read up to a day later', async () => {
    const { state, runTo, missing, asked } = aServer();
    await runTo(0);
    state.isMissing = (bin) => bin >= 0 && bin < 36;
    await runTo(36 + binsPerDay + binsPerHour);
    const before = asked.length;
    state.isMissing = () => false;
    await runTo(36 + 2 * binsPerDay);
    expect(missing()).toEqual([36, 36, 36, 36, 36]);
    expect(asked.slice(before).filter(isLong)).toEqual([]);
  });

  it('cost no query while a namespace has no pods', async () => {
    const { state, runTo, asked } = aServer();
    await runTo(0);
    state.isMissing = (bin) => bin >= 0;
    await runTo(3 * binsPerDay);
    expect(asked.filter(isLong)).toEqual([]);
  });

  it('that cannot be read do not keep the newest ones from being read', async () => {
    const { state, runTo, missing, asked, lines, usage } = aServer();
    await runTo(0);
    state.isMissing = (bin) => bin >= 0 && bin < 36;
    await runTo(38);
    state.failsBefore = 36;
    await runTo(48);
    expect(usage.retryAt('shop')).toBeNull();
    expect(lines).toEqual(['bins without samples could not be read again; the server tries again in an hour']);
    expect(missing()[0]).toBe(36);
    state.failsBefore = Number.NEGATIVE_INFINITY;
    state.isMissing = () => false;
    await runTo(52);
    expect(asked.filter(isLong)).toEqual(['0..36', '0..36']);
    expect(missing()[0]).toBe(0);
  });
});

it('stretches less than an hour apart are read together', () => {
  const all = [
    { start: 40, end: 50 },
    { start: 0, end: 12 },
    { start: 23, end: 26 },
    { start: 5, end: 8 },
  ];
  expect(joined(all)).toEqual([
    { start: 0, end: 26 },
    { start: 40, end: 50 },
  ]);
});
