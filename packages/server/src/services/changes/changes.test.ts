import { dayMs, hourMs, minuteMs } from '@trimtab/core';
import { aRecord, aStore, aWorld, now } from '@trimtab/testing';
import { describe, expect, it, vi } from 'vitest';
import { type Hold, type Logger, SourceError, wholeWork } from '../../ports/index.ts';
import type { CostHistory } from '../rollups/cost-history.ts';
import { newChange, pendingChecks, readChange, storedChange } from './change-record.ts';
import { createChanges } from './changes.ts';

const noHistory: CostHistory = {
  figures: async () => undefined,
  gaps: async () => undefined,
  targets: async () => [],
  versions: async () => () => '',
  reach: async () => null,
};

/** The changes of so many targets, which a test replaces. */
function changedTargets(count: number) {
  const state = { at: now, changedAt: 1 };
  const store = aStore();
  const newest = async () =>
    Array.from({ length: count }, (_, index) => ({ namespace: 'shop', name: `app-${index}`, at: state.changedAt }));
  const changes = createChanges({
    deps: {
      clock: { now: () => state.at },
      logger: () => undefined,
      history: { history: async () => ({ items: [], problems: [] }) },
      metrics: aWorld().deps.metrics,
    },
    registry: {},
    store: { changes: { ...store.changes, newest } },
    stored: async () => ({ records: [], byNamespace: new Map(), namespaces: [], settings: null }),
    costHistory: noHistory,
  });
  const exported = () => changes.record('export', [aRecord()], { subject: 'a', permissions: new Set() });
  return { state, changes, exported };
}

it('the newest changes stay the same object after a change of another kind, so that lists are not computed again', async () => {
  const { changes, exported } = changedTargets(3);
  const before = await changes.newest();
  expect(before.get('shop/app-0')).toBe(1);
  await exported();
  expect(await changes.newest()).toBe(before);
});

it.each([
  [1_000, 2],
  [1_001, 1],
])('the newest changes of %i targets are read again after a change; shown at once: %i', async (count, shown) => {
  const { state, changes, exported } = changedTargets(count);
  const newest = async () => (await changes.newest()).get('shop/app-0');
  expect(await newest()).toBe(1);
  state.changedAt = 2;
  await exported();
  expect(await newest()).toBe(shown);
  state.at += 5_000;
  expect(await newest()).toBe(2);
});

/** A change of resources of each target, whose first verification is due now. A test sets which targets cannot be read. */
async function dueTargets(names: readonly string[]) {
  const records = names.map((name) => aRecord({ name }));
  const state = { at: now + dayMs + 2 * hourMs, records, areUnknown: false, broken: new Set<string>() };
  const tried: string[] = [];
  const logger = vi.fn<Logger>();
  const store = aStore();
  const written = records.map((record, index) =>
    storedChange(newChange(record, { event: 'resources', at: now + index, verification: pendingChecks(now + index) })),
  );
  await store.changes.write({ changes: written, watched: [] });
  const figures = async ([record]: readonly { readonly name: string }[]) => {
    const name = record?.name ?? '';
    if (tried.at(-1) !== name) tried.push(name);
    if (state.broken.has(name)) throw new SourceError('Prometheus is unavailable (HTTP 502).');
    return undefined;
  };
  const shared = {
    now: () => state.at,
    hold: () => wholeWork,
    revision: async () => 0,
    orderOf: () => '',
    startWalk: async () => '',
    walk: async () => null,
  };
  /**
   * A server that has just started, like a replica that takes over this work. `aheadMs`: how far its clock is ahead of the
   * clock of the database.
   */
  const start = (aheadMs = 0) =>
    createChanges({
      deps: {
        clock: { now: () => state.at + aheadMs },
        logger,
        history: { history: async () => ({ items: [], problems: [] }) },
        metrics: aWorld().deps.metrics,
      },
      registry: { mayExist: () => state.areUnknown, staleProblem: () => 'The API server does not answer.' },
      store: { ...store, shared },
      stored: async () => ({
        records: state.records,
        byNamespace: new Map(),
        namespaces: [],
        settings: null,
      }),
      costHistory: {
        figures,
        gaps: async () => undefined,
        targets: async () => [],
        versions: async () => () => '',
        reach: async () => null,
      },
    });
  const checkOf = async (name: string) => {
    const [row] = await store.changes.list({ name, window: { start: 0, end: Number.MAX_SAFE_INTEGER } }, 1);
    return (row && readChange(row)?.verification?.day) ?? null;
  };
  return { state, store, tried, logger, start, checkOf };
}

const manyNames = (count: number) => Array.from({ length: count }, (_, index) => `app-${index}`);

describe('a verification', () => {
  it('stays pending while the target may only be unknown, and keeps no other from being made', async () => {
    const { state, logger, start, checkOf } = await dueTargets([...manyNames(30), 'known']);
    const { records } = state;
    state.records = records.filter(({ name }) => name === 'known');
    state.areUnknown = true;
    await start().catchUp();
    expect(await checkOf('app-0')).toMatchObject({ state: 'pending', due: new Date(now + dayMs).toISOString() });
    expect(await checkOf('known')).toMatchObject({ state: 'done' });
    expect(logger).toHaveBeenCalledExactlyOnceWith('warn', 'verifications wait because their targets cannot be read', {
      verifications: 30,
      reason: 'The API server does not answer.',
    });
    state.areUnknown = false;
    state.records = records;
    state.at += 11 * minuteMs;
    await start().catchUp();
    expect(await checkOf('app-0')).toMatchObject({ state: 'done' });
  });

  it('is due by the time of the database, and retried by it, whatever the clock of the replica says', async () => {
    const { state, tried, start, checkOf } = await dueTargets(['cart']);
    state.at = now + dayMs + hourMs;
    await start(2 * hourMs).catchUp();
    expect(tried).toEqual([]);
    state.at += 11 * minuteMs;
    state.broken.add('cart');
    await start(-2 * hourMs).catchUp();
    await start(3 * dayMs).catchUp();
    expect(tried).toEqual(['cart']);
    expect(await checkOf('cart')).toMatchObject({ state: 'pending' });
  });

  it('is impossible if the target is missing while all targets are known', async () => {
    const { state, start, checkOf } = await dueTargets(['cart']);
    state.records = [];
    await start().catchUp();
    expect(await checkOf('cart')).toMatchObject({
      state: 'impossible',
      reason: 'The target is no longer enrolled.',
    });
  });

  it('that fails is tried again after ten minutes, and those behind it are made in the next run', async () => {
    const { state, tried, start, checkOf } = await dueTargets([...manyNames(20), 'healthy']);
    state.broken = new Set(manyNames(20));
    const first = start();
    await first.catchUp();
    expect(tried).toEqual(manyNames(20));
    state.at += minuteMs;
    await first.catchUp();
    expect(await checkOf('healthy')).toMatchObject({ state: 'done' });
    state.at += 8 * minuteMs;
    tried.length = 0;
    // All replicas know when it is tried again.
    await start().catchUp();
    expect(tried).toEqual([]);
    state.at += 2 * minuteMs;
    state.broken.clear();
    await start().catchUp();
    expect(tried).toEqual(manyNames(20));
    expect(await checkOf('app-0')).toMatchObject({ state: 'done', due: new Date(now + dayMs).toISOString() });
  });

  it('is given up two days after it was due, however often it was tried', async () => {
    const { state, start, checkOf } = await dueTargets(['cart']);
    state.broken.add('cart');
    const { catchUp } = start();
    for (; state.at < now + 3 * dayMs; state.at += 6 * hourMs) {
      await catchUp();
      expect(await checkOf('cart')).toMatchObject({ state: 'pending', due: new Date(now + dayMs).toISOString() });
    }
    await catchUp();
    expect(await checkOf('cart')).toMatchObject({
      state: 'impossible',
      reason: 'Its figures could not be read: Prometheus is unavailable (HTTP 502).',
    });
  });
});

it('changes are deleted by the time of the database, whatever the clock of the replica says', async () => {
  const { store, start } = await dueTargets(['cart']);
  const count = async () =>
    (await store.changes.list({ window: { start: 0, end: Number.MAX_SAFE_INTEGER } }, 9)).length;
  await start(100 * dayMs).catchUp();
  expect(await count()).toBe(1);
});

it('what another client removed is recorded once if this replica takes over the work after another one recorded it', async () => {
  const state = { at: now, records: [aRecord()], hold: null as Hold | null };
  const store = aStore().changes;
  const removal = () => storedChange(newChange(aRecord(), { event: 'unenrolled', at: state.at }));
  const forget = async () => {
    // The other replica has recorded it a second later, and then stopped.
    state.at += 1_000;
    await store.write({ changes: [removal()], watched: [] });
    state.hold = wholeWork;
  };
  const changes = createChanges({
    deps: { clock: { now: () => state.at }, logger: () => undefined, metrics: aWorld().deps.metrics },
    registry: { changes: () => 0 },
    store: {
      changes: { ...store, forget },
      shared: {
        hold: () => state.hold,
        now: () => state.at,
        revision: async () => 0,
        orderOf: () => '',
        startWalk: async () => '',
        walk: async () => null,
      },
    },
    stored: async () => ({ records: state.records, byNamespace: new Map(), namespaces: [], settings: null }),
    costHistory: noHistory,
  });
  await changes.catchUp();
  state.records = [];
  for (let run = 0; run < 2; run += 1) await changes.catchUp();
  expect(state.hold).toBe(wholeWork);
  const window = { start: 0, end: Number.MAX_SAFE_INTEGER };
  expect(await store.list({ events: ['unenrolled'], window }, 9)).toEqual([removal()]);
});
