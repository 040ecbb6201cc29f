import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bucketStart, costBuckets, dayMs, hourMs, minuteMs } from '@trimtab/core';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { openedStore, postgresStarter, whySkipped } from '../../adapters/sql/postgres/testing/real-postgres.ts';
import { openSqliteStore } from '../../adapters/sql/sqlite/open.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { holdOn, type RollupStore, type Store, serverContext, type Window, wholeWork } from '../../ports/index.ts';
import { binsPerHour } from '../../recommender/bins.ts';
import type { CostHistory } from '../rollups/cost-history.ts';
import { emptyFigures, type HourlyFigures } from '../rollups/hourly-figures.ts';
import { createRecorder } from '../rollups/recorder.ts';
import { addGap, zeroGaps } from '../rollups/request-gaps.ts';
import { storedHistory } from '../rollups/stored-history.ts';
import { createCostAnalysis } from './cost-analysis.ts';

const now = Date.parse('2026-03-04T12:30:00Z');

const { emptyDatabase } = postgresStarter();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-costs-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

const nothingStored = async () => ({ records: [], byNamespace: new Map(), namespaces: [], settings: null });

/** One target that saves a core in every hour. `read` are the windows that were read. */
function aHistory() {
  const read: string[] = [];
  const changed = { at: 0, times: 0 };
  const history: CostHistory = {
    figures: async () => undefined,
    async gaps({ start, end }, visit) {
      read.push(`${iso(start)} – ${iso(end)}`);
      for (let at = start; at < end; at = Math.min(end, (Math.floor(at / dayMs) + 1) * dayMs)) {
        const hours = (Math.min(end, (Math.floor(at / dayMs) + 1) * dayMs) - at) / hourMs;
        visit(1, at, { ...zeroGaps(), realizedCpu: hours, hours });
      }
    },
    targets: async () => [{ id: 1, namespace: 'eu.shop', name: 'cart' }],
    versions: async () => {
      const { at, times } = changed;
      return ({ start, end }) => String(at >= start && at < end ? times : 0);
    },
    reach: async () => ({ start: 0, end: now }),
  };
  const analyze = createCostAnalysis(history, nothingStored, { now: () => now });
  return {
    read,
    changed,
    analyze: (window: Window, clusters: readonly string[] | null = null) =>
      analyze(window, { bucket: 'Month', clusters }, serverContext()),
  };
}

const iso = (at: number) => new Date(at).toISOString().slice(0, 13);

describe('the cost analysis', () => {
  it('reads a year once, and afterwards only the month that has changed', async () => {
    const { read, changed, analyze } = aHistory();
    const year = { start: Date.parse('2025-03-04T12:30:00Z'), end: now };
    const first = await analyze(year);
    expect(read).toEqual([
      '2025-03-04T12 – 2025-03-04T13',
      '2025-03-04T13 – 2025-03-05T00',
      '2025-03-05T00 – 2025-04-01T00',
      ...Array.from({ length: 11 }, (_, at) => {
        const [from, to] = [Date.UTC(2025, 3 + at), Date.UTC(2025, 4 + at)];
        return `${iso(from)} – ${iso(to)}`;
      }),
      '2026-03-01T00 – 2026-03-04T00',
      '2026-03-04T00 – 2026-03-04T12',
      '2026-03-04T12 – 2026-03-04T13',
    ]);
    expect(first.breakdown.map(({ realized }) => realized.cpu_core_hours)).toEqual([
      659.5, 720, 744, 720, 744, 744, 720, 744, 720, 744, 744, 672, 84.5,
    ]);
    expect(first.contributors).toMatchObject([{ name: 'cart', resource_savings: { cpu_core_hours: 8_760 } }]);
    read.length = 0;
    Object.assign(changed, { at: Date.parse('2026-03-02T05:00:00Z'), times: 1 });
    expect(await analyze(year)).toEqual(first);
    expect(read).toEqual(['2026-03-01T00 – 2026-03-04T00']);
  });

  it('keeps the months of a year while other windows are asked for', async () => {
    const { read, changed, analyze } = aHistory();
    const year = { start: Date.parse('2025-03-04T12:30:00Z'), end: now };
    const first = await analyze(year);
    for (let hour = 0; hour < 40; hour += 1) await analyze({ start: now - 30 * dayMs - hour * hourMs, end: now });
    read.length = 0;
    Object.assign(changed, { at: Date.parse('2026-03-04T05:00:00Z'), times: 1 });
    expect(await analyze(year)).toEqual(first);
    expect(read).toEqual([
      '2025-03-04T12 – 2025-03-04T13',
      '2025-03-04T13 – 2025-03-05T00',
      '2026-03-04T00 – 2026-03-04T12',
    ]);
  });

  it('sums only the clusters that a caller names', async () => {
    const { analyze } = aHistory();
    const day = { start: now - dayMs, end: now };
    const saved = async (...clusters: string[]) => {
      const { breakdown, contributors } = await analyze(day, clusters);
      return [breakdown[0]?.realized.cpu_core_hours, contributors.length];
    };
    expect(await saved('eu')).toEqual([24, 1]);
    expect(await saved('us')).toEqual([0, 0]);
    expect(await saved('us', 'eu')).toEqual([24, 1]);
  });
});

/** Hours since `first`. */
const first = Date.parse('2025-12-28T00:00:00Z');
const span = 100 * 24;
const names = ['cart', 'pay', 'web'].flatMap((name) => [
  { namespace: 'shop', name },
  { namespace: 'east.shop', name },
]);

const someFigures = fc
  .record({
    requestedCpu: fc.double({ min: 0, max: 9, noNaN: true }),
    requestedMemory: fc.constantFrom(2 ** 30, 3e9, Number.NaN),
    advisedPodCpu: fc.constantFrom(0.1, 1.7, Number.NaN),
    beforeCpu: fc.constantFrom(3.3, Number.NaN),
    autonomous: fc.boolean(),
    bins: fc.integer({ min: 1, max: binsPerHour }),
  })
  .map(
    (changes): HourlyFigures => ({
      ...emptyFigures(),
      replicas: 2,
      advisedPodMemory: 1e9,
      beforeMemory: 4e9,
      vertical: true,
      ...changes,
    }),
  );
/** Hours of some targets, all with the same figures, and then a call. Most calls end soon after these hours. */
const someSteps = fc.array(
  fc.record({
    targets: fc.subarray([...names.keys()], { minLength: 1 }),
    from: fc.nat(span),
    hours: fc.integer({ min: 1, max: 60 }),
    figures: someFigures,
    windowHours: fc.constantFrom(3, 30, 24 * 35, span),
    windowMinutes: fc.integer({ min: 0, max: 11 }).map((steps) => 5 * steps),
    end: fc.oneof(fc.constant(null), fc.nat(span)),
    bucket: fc.constantFrom(...costBuckets),
    replica: fc.nat(1),
  }),
  { minLength: 1, maxLength: 12 },
);

type OpenStore = Pick<Store, 'rollups' | 'shared'> & { readonly close?: () => Promise<void> };
/** Where hours are recorded: a store for each replica. */
type Kind = {
  readonly name: string;
  readonly runs: number;
  readonly open: () => Promise<readonly OpenStore[]>;
  readonly isSkipped: boolean;
};
const kinds: readonly Kind[] = [
  { name: 'in memory', runs: 60, open: async () => [{ rollups: memoryRecords().rollups }], isSkipped: false },
  { name: 'in SQLite', runs: 20, open: async () => [await openSqliteStore(aFolder())], isSkipped: false },
  {
    name: 'of two replicas on one PostgreSQL',
    runs: 6,
    async open() {
      const access = await emptyDatabase();
      // The lease is longer than the test, so that no share of the work moves to the other replica.
      const open = (name: string) => openedStore(access, { name, leaseMs: hourMs });
      return [await open('one'), await open('two')];
    },
    isSkipped: whySkipped('the cost analysis of replicas') !== null,
  },
];

describe.each(kinds)('the cost analysis of recorded hours $name', ({ runs, open, isSkipped }) => {
  async function opened() {
    const stores = await open();
    cleanups.push(() => Promise.all(stores.flatMap((store) => store.close?.() ?? [])));
    const hold = stores.flatMap(({ shared }) => holdOn(shared, 'shop') ?? [])[0] ?? wholeWork;
    return { stores, hold };
  }
  const clock = { now: () => first + 2 * span * hourMs };
  const started = (store: OpenStore, recorder = createRecorder(store)) =>
    createCostAnalysis(storedHistory(store.rollups, recorder), nothingStored, clock);

  it.skipIf(isSkipped)('is that of a server that has just started, and the sum of all hours', async () => {
    const { stores, hold } = await opened();
    await fc.assert(
      fc.asyncProperty(someSteps, async (steps) => {
        // Without what other runs have recorded.
        await stores[0]?.rollups.prune(99_999);
        const servers = stores.map((store) => {
          const recorder = createRecorder(store);
          return { recorder, analyze: started(store, recorder) };
        });
        const recorded = new Map<string, HourlyFigures>();
        for (const { targets, from, hours, figures, bucket, ...asked } of steps) {
          const at = Array.from({ length: hours }, (_, hour) => first + (from + hour) * hourMs);
          const range = { from: first + from * hourMs, to: first + (from + hours) * hourMs };
          const batch = targets.map((target) => ({
            ...(names[target] ?? { namespace: '', name: '' }),
            ...range,
            hours: at.map((hour) => ({ at: hour, figures })),
          }));
          await servers[asked.replica % servers.length]?.recorder.record(batch, hold);
          for (const target of targets) for (const hour of at) recorded.set(`${target} ${hour}`, figures);
          const end = (asked.end === null ? range.to : first + asked.end * hourMs) + asked.windowMinutes * minuteMs;
          const window = { start: end - asked.windowHours * hourMs, end };
          const ask = (analyze: ReturnType<typeof started>) =>
            analyze(window, { bucket, clusters: null }, serverContext());
          const [fresh, ...answers] = await Promise.all([
            ask(started(stores[0] ?? { rollups: memoryRecords().rollups })),
            ...servers.map(({ analyze }) => ask(analyze)),
          ]);
          for (const answer of answers) expect(answer).toEqual(fresh);
          const sumsOf = new Map<number, ReturnType<typeof zeroGaps>>();
          for (const [key, each] of recorded) {
            const hour = Number(key.split(' ')[1]);
            const inside = Math.min(hour + hourMs, window.end) - Math.max(hour, window.start);
            if (inside > 0)
              addGap(
                getOrInsert(sumsOf, bucketStart(hour, bucket), zeroGaps),
                each,
                (inside / hourMs) * (each.bins / binsPerHour),
              );
          }
          for (const { timestamp, realized, unrealized } of fresh.breakdown) {
            const sums = sumsOf.get(Date.parse(timestamp)) ?? zeroGaps();
            sumsOf.delete(Date.parse(timestamp));
            expect(realized.cpu_core_hours).toBeCloseTo(sums.realizedCpu, 6);
            expect(unrealized.cpu_core_hours).toBeCloseTo(sums.unrealizedCpu, 6);
            expect(Number(realized.memory_byte_hours) / 1e9).toBeCloseTo(sums.realizedMemory / 1e9, 6);
            expect(Number(unrealized.memory_byte_hours) / 1e9).toBeCloseTo(sums.unrealizedMemory / 1e9, 6);
          }
          expect([...sumsOf.keys()]).toEqual([]);
        }
      }),
      { numRuns: runs },
    );
  });

  it.skipIf(isSkipped)('reads only the sums of the day again after a recorded hour', async () => {
    const { stores, hold } = await opened();
    const read: string[] = [];
    const counting = (rollups: RollupStore): RollupStore => ({
      ...rollups,
      targets: (namespace) => {
        read.push(`targets of ${namespace ?? 'all namespaces'}`);
        return rollups.targets(namespace);
      },
      blocks: (ids, days) => {
        read.push(`blocks of ${days.from}`);
        return rollups.blocks(ids, days);
      },
      summaries: (days) => {
        read.push(`summaries of ${days.from} to ${days.to}`);
        return rollups.summaries(days);
      },
    });
    const today = first / dayMs + 40;
    const hourOf = (name: string, hour: number) => ({
      namespace: 'shop',
      name,
      from: today * dayMs + (hour - 1) * hourMs,
      to: today * dayMs + hour * hourMs,
      hours: [{ at: today * dayMs + (hour - 1) * hourMs, figures: { ...emptyFigures(), requestedCpu: 1 } }],
    });
    const [reading = { rollups: memoryRecords().rollups }] = stores;
    const writer = createRecorder(stores.at(-1) ?? reading);
    // Without replicas, a server knows of its own hours.
    const store = { ...reading, rollups: counting(reading.rollups) };
    const own = createRecorder(store);
    const recorder = reading.shared === undefined ? own : writer;
    const analyze = started(store, own);
    const ask = async (hour: number) => {
      read.length = 0;
      const end = today * dayMs + hour * hourMs;
      const asked = { bucket: 'Day', clusters: null } as const;
      await analyze({ start: end - 30 * dayMs, end }, asked, serverContext());
      return read.filter((one) => !one.endsWith('of shop'));
    };
    await recorder.record([hourOf('cart', 5), hourOf('pay', 5)], hold);
    expect(await ask(5)).toContain('targets of all namespaces');
    await recorder.record([hourOf('cart', 6)], hold);
    expect(await ask(6)).toEqual([`summaries of ${today} to ${today + 1}`]);
    await recorder.record([hourOf('web', 6)], hold);
    expect((await ask(6)).toSorted()).toEqual([`summaries of ${today} to ${today + 1}`, 'targets of all namespaces']);
  });

  it.skipIf(isSkipped)('reads the hours of a day once for calls at the same time', async () => {
    const { stores, hold } = await opened();
    const [reading = { rollups: memoryRecords().rollups }] = stores;
    const read: number[] = [];
    const blocks: RollupStore['blocks'] = (ids, days) => {
      read.push(days.from);
      return reading.rollups.blocks(ids, days);
    };
    const recorder = createRecorder({ ...reading, rollups: { ...reading.rollups, blocks } });
    const analyze = started({ ...reading, rollups: { ...reading.rollups, blocks } }, recorder);
    const day = first / dayMs;
    const hours = Array.from({ length: 48 }, (_, hour) => first + hour * hourMs);
    const range = { namespace: 'shop', name: 'cart', from: first, to: first + 2 * dayMs };
    const figures = { ...emptyFigures(), requestedCpu: 1 };
    await recorder.record([{ ...range, hours: hours.map((at) => ({ at, figures })) }], hold);
    read.length = 0;
    const starts = [1, 5, 9].map((hour) => first + hour * hourMs + 10 * minuteMs);
    await Promise.all(
      starts.map((start) =>
        analyze({ start, end: first + 2 * dayMs }, { bucket: 'Day', clusters: null }, serverContext()),
      ),
    );
    expect(read).toEqual([day]);
  });
});
