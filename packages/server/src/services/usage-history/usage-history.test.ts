import { targetKey } from '@trimtab/core';
import { aHistory, aRecord, now, series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import {
  type HistorySource,
  SourceError,
  type StateStore,
  type TargetRecord,
  type TargetState,
} from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import { createUsageHistory } from './usage-history.ts';

const bins = (start: number, end: number) => (end - start) / binMs;

/** A source with workloads by name. `asked` lists the windows that were read, in bins. */
function aSource(names: string[]) {
  const asked: { namespace: string; names: string[]; bins: number }[] = [];
  const state: { fail: SourceError | null } = { fail: null };
  const source: HistorySource = {
    async history({ namespaces = [], workloads = [] }, { start, end }) {
      asked.push({ namespace: namespaces.join(), names: workloads.map(({ name }) => name), bins: bins(start, end) });
      if (state.fail !== null) throw state.fail;
      const usage = series(bins(start, end) / 288, () => 0.5);
      const items = names.map((name) => ({
        ...aHistory({ cpu: usage, memory: usage }),
        name,
        namespace: namespaces[0] ?? '',
        start,
      }));
      return { items, problems: [] };
    },
  };
  return { source, asked, state };
}

function aStateStore(): StateStore & { readonly kept: Map<string, TargetState>; fail: boolean } {
  const kept = new Map<string, TargetState>();
  return {
    kept,
    fail: false,
    get: async (namespace, name) => kept.get(targetKey({ namespace, name })) ?? null,
    inNamespace: async (namespace) => [...kept.values()].filter((one) => one.namespace === namespace),
    async put(states) {
      if (this.fail) throw new Error('The disk is full.');
      for (const one of states) kept.set(targetKey(one), one);
    },
    remove: async (namespace, name) => void kept.delete(targetKey({ namespace, name })),
  };
}

type ServerOptions = {
  readonly records?: TargetRecord[];
  readonly names?: string[];
  readonly states?: StateStore;
  readonly budget?: number;
  readonly mayExist?: (namespace: string, name: string) => boolean;
};

function aServer(options: ServerOptions = {}) {
  const records = options.records ?? [aRecord()];
  const clock = { at: now, now: () => clock.at };
  const { source, asked, state } = aSource(options.names ?? ['cart']);
  const lines: string[] = [];
  const stored = async () => {
    const byNamespace = new Map<string, TargetRecord[]>();
    for (const record of records)
      byNamespace.set(record.namespace, [...(byNamespace.get(record.namespace) ?? []), record]);
    return { records, byNamespace, namespaces: [...byNamespace.keys()], settings: null };
  };
  const logger = (_level: string, event: string) => void lines.push(event);
  const { states, mayExist, budget } = options;
  const usageHistory = createUsageHistory(source, states, { clock, logger, stored, mayExist }, budget);
  return { usageHistory, clock, asked, state, lines, records };
}

describe('usage history', () => {
  it('answers a window within the two weeks from memory, and reads only what memory lacks', async () => {
    const records = ['cart', 'new'].map((name) => aRecord({ name }));
    const { usageHistory, asked } = aServer({ records });
    const end = Math.floor(now / binMs) * binMs;
    const [cart] = records;
    const inMemory = await usageHistory.histories(records.slice(0, 1), { start: end - 13 * 288 * binMs, end });
    expect([...inMemory.values()].map(({ name }) => name)).toEqual([cart?.name]);
    expect(asked.map((one) => one.bins)).toEqual([14 * 288]);
    await usageHistory.histories(records, { start: end - 12 * binMs, end });
    expect(asked.map((one) => one.bins)).toEqual([14 * 288, 12]);
    await usageHistory.histories(records.slice(0, 1), { start: end - 28 * 288 * binMs, end: end - 14 * 288 * binMs });
    expect(asked.map((one) => one.bins)).toEqual([14 * 288, 12, 14 * 288]);
  });

  it('reads two weeks once, then only the newest bins', async () => {
    const { usageHistory, clock, asked, records } = aServer();
    expect(usageHistory.peek('shop')).toBeNull();
    await usageHistory.update('shop');
    expect(usageHistory.isDue('shop', records)).toBe(false);
    await usageHistory.update('shop');
    clock.at += binMs;
    expect(usageHistory.isDue('shop', records)).toBe(true);
    await usageHistory.update('shop');
    expect(asked.map((one) => one.bins)).toEqual([4032, 4]);
    expect(usageHistory.peek('shop')?.targets.size).toBe(1);
  });

  it('reads only the two weeks of a target that was enrolled later, and reads them at once', async () => {
    const records = [aRecord()];
    const { usageHistory, asked } = aServer({ records, names: ['cart', 'late'] });
    await usageHistory.update('shop');
    records.push(aRecord({ name: 'late' }), aRecord({ name: 'silent' }));
    expect(usageHistory.isDue('shop', records)).toBe(true);
    await usageHistory.update('shop');
    expect(asked.map(({ names, bins: count }) => [names, count])).toEqual([
      [['cart'], 4032],
      [['late', 'silent'], 4032],
    ]);
    expect([...(usageHistory.peek('shop')?.targets.values() ?? [])].map(({ identity }) => identity.name)).toEqual([
      'cart',
      'late',
    ]);
    expect(usageHistory.isDue('shop', records)).toBe(false);
  });

  it('shares one update among parallel callers', async () => {
    const { usageHistory, asked } = aServer();
    await Promise.all([usageHistory.update('shop'), usageHistory.update('shop', { urgent: true })]);
    expect(asked).toHaveLength(1);
  });

  it('loads stored states after a restart and reads only newer bins', async () => {
    const states = aStateStore();
    const first = aServer({ states });
    await first.usageHistory.update('shop');
    const second = aServer({ states });
    second.clock.at += 3_600_000;
    const { targets } = await second.usageHistory.update('shop');
    expect(second.asked.map((one) => one.bins)).toEqual([15]);
    const history = [...targets.values()][0]?.history();
    expect(history?.total.cpu.every((value) => value === 1)).toBe(true);
  });

  it.each([
    ['cut', (one: TargetState) => ({ ...one, bytes: one.bytes.subarray(0, 1000) })],
    ['of another version', (one: TargetState) => ({ ...one, version: 99 })],
    ['empty', (one: TargetState) => ({ ...one, bytes: new Uint8Array(0) })],
  ])('reads usage again when a stored state is %s, and logs one line', async (_what, damage) => {
    const states = aStateStore();
    await aServer({ states }).usageHistory.update('shop');
    for (const [id, one] of states.kept) states.kept.set(id, damage(one));
    const { usageHistory, asked, lines } = aServer({ states });
    await usageHistory.update('shop');
    expect(asked.map((one) => one.bins)).toEqual([4032]);
    expect(lines).toEqual(['a stored state was damaged or of another version; usage is read again']);
    expect(usageHistory.peek('shop')?.targets.size).toBe(1);
  });

  it('works with a full disk', async () => {
    const states = aStateStore();
    states.fail = true;
    const { usageHistory, lines } = aServer({ states });
    expect((await usageHistory.update('shop')).targets.size).toBe(1);
    expect(lines).toEqual(['states could not be stored; usage will be read again after a restart']);
  });

  it('doubles the wait after every failed attempt that was due, up to ten minutes', async () => {
    const { usageHistory, clock, state } = aServer();
    state.fail = new SourceError('It refused the connection.');
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      // A request in between does not delay the next attempt.
      for (let request = 0; request < 3; request += 1) await usageHistory.update('shop').catch(() => undefined);
      const retryAt = usageHistory.retryAt('shop') ?? Number.NaN;
      waits.push((retryAt - clock.at) / 1000);
      clock.at = retryAt;
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600]);
    state.fail = null;
    await usageHistory.update('shop');
    expect(usageHistory.retryAt('shop')).toBeNull();
  });

  it('keeps its usage when the source fails, and waits before it retries', async () => {
    const { usageHistory, clock, state, records } = aServer();
    await usageHistory.update('shop');
    clock.at += binMs;
    state.fail = new SourceError('It refused the connection.');
    await expect(usageHistory.update('shop')).rejects.toThrow('refused');
    expect(usageHistory.peek('shop')?.targets.size).toBe(1);
    expect(usageHistory.isDue('shop', records)).toBe(false);
    clock.at += 31_000;
    expect(usageHistory.isDue('shop', records)).toBe(true);
  });

  it.each([true, false])(
    'reads the two weeks again after a clock that was hours ahead (stored: %s)',
    async (isStored) => {
      const { usageHistory, clock, asked, records } = aServer(isStored ? { states: aStateStore() } : {});
      await usageHistory.update('shop');
      clock.at += 6 * 3_600_000;
      await usageHistory.update('shop');
      clock.at = now + binMs;
      expect(usageHistory.isDue('shop', records)).toBe(true);
      const end = Math.floor(clock.at / binMs) * binMs;
      const [history] = (await usageHistory.histories(records, { start: end - 12 * binMs, end })).values();
      expect(asked.map((one) => one.bins)).toEqual([4032, 75, 4032]);
      expect(history?.start).toBe(end - 14 * 288 * binMs);
      expect(usageHistory.isDue('shop', records)).toBe(false);
      clock.at += binMs;
      await usageHistory.update('shop');
      expect(asked.map((one) => one.bins)).toEqual([4032, 75, 4032, 4]);
    },
  );

  it('reads nothing again after a clock that was minutes ahead, because the newest bins are read twice', async () => {
    const { usageHistory, clock, asked, records } = aServer();
    await usageHistory.update('shop');
    clock.at += 2 * binMs;
    await usageHistory.update('shop');
    clock.at = now;
    expect(usageHistory.isDue('shop', records)).toBe(false);
    await usageHistory.update('shop');
    expect(usageHistory.isDue('shop', records)).toBe(false);
    clock.at = now + 3 * binMs;
    await usageHistory.update('shop');
    expect(asked.map((one) => one.bins)).toEqual([4032, 5, 4]);
  });

  it('does not wait for the retry of a failure while the clock was hours ahead', async () => {
    const { usageHistory, clock, state, records } = aServer();
    state.fail = new SourceError('It refused the connection.');
    clock.at += 6 * 3_600_000;
    await usageHistory.update('shop').catch(() => undefined);
    clock.at = now;
    expect(usageHistory.isDue('shop', records)).toBe(true);
    await usageHistory.update('shop').catch(() => undefined);
    expect(usageHistory.retryAt('shop')).toBe(now + 60_000);
  });

  it('reads a workload without samples less and less often', async () => {
    const { usageHistory, clock, asked } = aServer({ names: [] });
    for (let bin = 0; bin < 48; bin++) {
      await usageHistory.update('shop');
      clock.at += binMs;
    }
    // It is read immediately, after one hour, and after another two hours: at the bins 0, 12 and 36.
    expect(asked.filter((one) => one.bins === 4032)).toHaveLength(3);
  });

  it('reads two weeks of a workload that appears or is enrolled later', async () => {
    const names: string[] = [];
    const { usageHistory, clock, asked, records } = aServer({ names });
    await usageHistory.update('shop');
    names.push('cart', 'pay');
    clock.at += binMs;
    await usageHistory.update('shop');
    clock.at += binMs;
    await usageHistory.update('shop');
    expect(usageHistory.peek('shop')?.targets.size).toBe(1);
    records.push(aRecord({ name: 'pay' }));
    clock.at += binMs;
    await usageHistory.update('shop');
    expect(asked.map((one) => one.bins)).toEqual([4032, 4, 4032, 4032, 4]);
    expect(usageHistory.peek('shop')?.targets.size).toBe(2);
  });

  it('drops targets that are no longer enrolled, also from the store', async () => {
    const states = aStateStore();
    const first = aServer({ states, names: ['cart', 'pay'], records: [aRecord(), aRecord({ name: 'pay' })] });
    await first.usageHistory.update('shop');
    expect(states.kept.size).toBe(2);
    first.records.pop();
    first.clock.at += binMs;
    await first.usageHistory.update('shop');
    expect(first.usageHistory.peek('shop')?.targets.size).toBe(1);
    await aServer({ states }).usageHistory.update('shop');
    expect(states.kept.size).toBe(1);
  });

  it('keeps the stored usage of a target that is missing now but may be enrolled', async () => {
    const states = aStateStore();
    const names = ['cart', 'pay', 'gone'];
    await aServer({ states, names, records: names.map((name) => aRecord({ name })) }).usageHistory.update('shop');
    const { usageHistory } = aServer({
      states,
      mayExist: (namespace, name) => namespace === 'shop' && name === 'pay',
    });
    await usageHistory.update('shop');
    expect([...states.kept.values()].map(({ name }) => name)).toEqual(['cart', 'pay']);
    expect(usageHistory.peek('shop')?.targets.size).toBe(1);
  });

  it('evicts namespaces beyond the memory budget and loads them from the store again', async () => {
    const states = aStateStore();
    const records = [aRecord({ namespace: 'a' }), aRecord({ namespace: 'b' })];
    const { usageHistory, asked } = aServer({ states, records, budget: 100_000 });
    await usageHistory.update('a');
    await usageHistory.update('b');
    expect(usageHistory.peek('a')).toBeNull();
    await usageHistory.update('a');
    expect(asked.map(({ namespace, bins: length }) => `${namespace} ${length}`)).toEqual(['a 4032', 'b 4032']);
    expect(usageHistory.peek('a')?.targets.size).toBe(1);
  });
});
