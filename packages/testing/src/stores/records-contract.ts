import type { RollupTarget, Store, StoredAnswer, StoredChange } from '@trimtab/server';
import { describe, expect, it } from 'vitest';

const day = 86_400_000;
const bytes = (...values: number[]) => Uint8Array.from(values);
const rollupTarget = (id: number, changes: Partial<RollupTarget> = {}): RollupTarget => ({
  id,
  namespace: 'shop',
  name: `target-${id}`,
  coveredFrom: 0,
  coveredTo: 10 * day,
  ...changes,
});
const newTarget = (name: string, changes: Partial<RollupTarget> = {}) => ({
  namespace: 'shop',
  name,
  coveredFrom: 5 * day,
  coveredTo: 5 * day,
  ...changes,
});
/** The hold on the work of the namespace of these tests: a store of several replicas requires one. */
const holdOf = (shared: Store['shared']) => shared?.hold('shop') ?? { shard: 0, term: 0 };
const summary = (group: number, at: number, value: number) => ({ group, day: at, change: () => bytes(value) });
const nothing = { targets: [], blocks: [], summaries: [] };
const aJob = (id: string, createdAt: number, name = id) => ({ id, namespace: 'shop', name, createdAt });

const aChange = (id: string, at: number, changes: Partial<StoredChange> = {}): StoredChange => ({
  id,
  namespace: 'shop',
  name: 'cart',
  at,
  event: 'resources',
  dueAt: null,
  body: `{"id":"${id}"}`,
  ...changes,
});
const idsOf = (rows: readonly StoredChange[]) => rows.map(({ id }) => id);
const anytime = { start: 0, end: Number.MAX_SAFE_INTEGER };

const anAnswer = (key: string, at: number, changes: Partial<StoredAnswer> = {}): StoredAnswer => ({
  caller: 'op',
  key,
  fingerprint: `print of ${key}`,
  at,
  status: 200,
  headers: [['content-type', 'application/json']],
  text: '{"a":"ü"}',
  ...changes,
});

/** The tests for all records of a store except targets and settings. */
export function recordsContract(empty: () => Promise<Store>): void {
  describe('states', () => {
    it('stores a copy of the last state of each target', async () => {
      const { states, shared } = await empty();
      if (states === undefined) throw new Error('This store has no `states`.');
      const mine = bytes(1, 2);
      const some = [
        { namespace: 'shop', name: 'constructor', version: 1, bytes: mine },
        { namespace: 'other', name: 'cart', version: 1, bytes: bytes(9) },
      ];
      await states.put(some, holdOf(shared));
      mine[0] = 7;
      await states.put([{ namespace: 'shop', name: 'cart', version: 2, bytes: bytes(0, 255) }], holdOf(shared));
      expect(await states.get('shop', 'constructor')).toMatchObject({ version: 1, bytes: bytes(1, 2) });
      expect((await states.inNamespace('shop')).map(({ name }) => name).toSorted()).toEqual(['cart', 'constructor']);
      await states.remove('shop', 'cart');
      await states.remove('shop', 'cart');
      expect(await states.get('shop', 'cart')).toBeNull();
    });
  });

  describe('answers', () => {
    const roomy = { after: 0, most: 100, mostText: 1_000 };

    it('returns the last answer under a key, and only to the same caller', async () => {
      const { answers } = await empty();
      await answers.put(anAnswer('__proto__', 1, { text: '' }), roomy);
      await answers.put(anAnswer('__proto__', 2), roomy);
      await answers.put(anAnswer('__proto__', 3, { caller: 'other', status: 204 }), roomy);
      expect(await answers.get('op', '__proto__')).toEqual(anAnswer('__proto__', 2));
      expect(await answers.get('other', '__proto__')).toMatchObject({ status: 204 });
      expect(await answers.get('third', '__proto__')).toBeNull();
    });

    it('removes expired answers, then the oldest ones beyond its limits', async () => {
      const { answers } = await empty();
      const left = async () => {
        const kept = await Promise.all(['a', 'b', 'c', 'd'].map((key) => answers.get('op', key)));
        return kept.flatMap((one) => one?.key ?? []);
      };
      for (const [at, key] of ['a', 'b', 'c'].entries()) await answers.put(anAnswer(key, at), roomy);
      await answers.put(anAnswer('d', 3), { ...roomy, after: 1 });
      expect(await left()).toEqual(['b', 'c', 'd']);
      await answers.put(anAnswer('d', 4), { ...roomy, most: 2 });
      expect(await left()).toEqual(['c', 'd']);
      await answers.put(anAnswer('d', 5), { ...roomy, mostText: 10 });
      expect(await left()).toEqual(['d']);
    });
  });

  describe('changes', () => {
    it('are listed by the cluster in the name of their namespace', async () => {
      const { changes } = await empty();
      const namespaces = ['shop', 'eu.shop', 'eu.pay', 'eu-west.shop', 'us.shop'];
      const written = namespaces.map((namespace, at) => aChange(namespace, at, { namespace }));
      await changes.write({ changes: written, watched: [] });
      const list = async (...clusters: string[]) => idsOf(await changes.list({ clusters, window: anytime }, 9));
      expect(await list('eu')).toEqual(['eu.pay', 'eu.shop']);
      expect(await list('us', 'eu-west', 'asia')).toEqual(['us.shop', 'eu-west.shop']);
      expect(await list('%', 'e_')).toEqual([]);
    });

    it('lists what a filter selects, the newest first, and replaces a change with the same id', async () => {
      const { changes } = await empty();
      const written = [
        aChange('a', 10, { event: 'image' }),
        aChange('b', 30, { name: 'constructor' }),
        aChange('c', 30),
        aChange('d', 20, { namespace: 'other' }),
      ];
      await changes.write({ changes: written, watched: [] });
      await changes.write({ changes: [aChange('c', 30, { dueAt: 99 })], watched: [] });
      expect(await changes.list({ window: anytime }, 1)).toEqual([aChange('c', 30, { dueAt: 99 })]);
      expect(idsOf(await changes.list({ window: anytime }, 9))).toEqual(['c', 'b', 'd', 'a']);
      expect(idsOf(await changes.list({ namespace: 'shop', window: { start: 10, end: 30 } }, 9))).toEqual(['a']);
      expect(idsOf(await changes.list({ name: 'cart', events: ['image'], window: anytime }, 9))).toEqual(['a']);
      expect(await changes.newest(['resources', 'image'])).toEqual(
        expect.arrayContaining([
          { namespace: 'other', name: 'cart', at: 20 },
          { namespace: 'shop', name: 'cart', at: 30 },
          { namespace: 'shop', name: 'constructor', at: 30 },
        ]),
      );
      expect(await changes.newest(['image'])).toEqual([{ namespace: 'shop', name: 'cart', at: 10 }]);
    });

    it('finds the verifications that are due, the longest due first', async () => {
      const { changes } = await empty();
      const due = [9, 7, null, 8].map((dueAt, index) => aChange(`${index}`, 1, { dueAt }));
      await changes.write({ changes: due, watched: [] });
      expect(idsOf(await changes.due(9, 5))).toEqual(['1', '3']);
      expect(idsOf(await changes.due(99, 1))).toEqual(['1']);
    });

    it('deletes changes that are too old, and the oldest that are too many', async () => {
      const { changes } = await empty();
      const images = [1, 2, 3, 4].map((at) => aChange(`image ${at}`, at, { event: 'image' }));
      await changes.write({ changes: [aChange('kept', 1), ...images], watched: [] });
      await changes.prune(['image', 'replicas'], { before: 2, most: 9 });
      expect(idsOf(await changes.list({ window: anytime }, 9))).toEqual(['image 4', 'image 3', 'image 2', 'kept']);
      await changes.prune(['image'], { before: 0, most: 1 });
      expect(idsOf(await changes.list({ window: anytime }, 9))).toEqual(['image 4', 'kept']);
    });

    it('stores the last state that was seen of each target, however many there are', async () => {
      const { changes } = await empty();
      const watched = Array.from({ length: 2_500 }, (_, at) => ({
        namespace: 'shop',
        name: `target-${at}`,
        seenTo: at,
        body: '{}',
      }));
      await changes.write({ changes: [], watched });
      await changes.write({ changes: [], watched: [{ namespace: 'shop', name: 'target-7', seenTo: 8, body: '[]' }] });
      const stored = await changes.watched('shop');
      expect(stored).toHaveLength(2_500);
      expect(stored).toContainEqual({ namespace: 'shop', name: 'target-7', seenTo: 8, body: '[]' });
      await changes.forget('shop', 'target-7');
      expect(await changes.watched('shop')).toHaveLength(2_499);
      expect(await changes.watched('other')).toEqual([]);
    });
  });

  describe('rollups', () => {
    it('stores targets, blocks and summaries; the last write wins', async () => {
      const { rollups, shared } = await empty();
      expect(await rollups.add([newTarget('target-1'), newTarget('target-2')])).toEqual([
        { ...newTarget('target-1'), id: 1 },
        { ...newTarget('target-2'), id: 2 },
      ]);
      await rollups.write(
        {
          targets: [rollupTarget(2), rollupTarget(1)],
          blocks: [
            { id: 2, day: 3, bytes: bytes(23) },
            { id: 1, day: 4, bytes: bytes(14) },
            { id: 1, day: 3, bytes: bytes(13) },
            { id: 1, day: 5, bytes: bytes(15) },
          ],
          summaries: [summary(1, 3, 1), summary(0, 3, 4)],
        },
        holdOf(shared),
      );
      await rollups.write(
        {
          targets: [rollupTarget(2, { coveredTo: 11 * day })],
          blocks: [{ id: 1, day: 3, bytes: bytes(99) }],
          // A summary results from the stored one.
          summaries: [{ group: 0, day: 3, change: (stored) => bytes((stored?.[0] ?? 0) + 1) }],
        },
        holdOf(shared),
      );
      expect(await rollups.targets()).toEqual([rollupTarget(1), rollupTarget(2, { coveredTo: 11 * day })]);
      expect(await rollups.coverage()).toEqual({ targets: 2, sumOfIds: 3, coveredFrom: 0, coveredTo: 11 * day });
      const blocks = await rollups.blocks([2, 1, 1], { from: 3, to: 5 });
      expect(blocks.map(({ id, day: at, bytes: held }) => [id, at, ...held])).toEqual([
        [1, 3, 99],
        [1, 4, 14],
        [2, 3, 23],
      ]);
      const summaries = await rollups.summaries({ from: 3, to: 4 });
      expect(summaries.map(({ group, bytes: held }) => [group, ...held])).toEqual([
        [0, 5],
        [1, 1],
      ]);
    });

    it('reads more targets than a SQL statement can have parameters', async () => {
      const { rollups, shared } = await empty();
      const ids = Array.from({ length: 2_500 }, (_, index) => index + 1);
      await rollups.write({ ...nothing, blocks: ids.map((id) => ({ id, day: 1, bytes: bytes(1) })) }, holdOf(shared));
      expect(await rollups.blocks(ids, { from: 0, to: 9 })).toHaveLength(2_500);
    });

    it('gives every target an id of its own, however many servers add targets', async () => {
      const { rollups } = await empty();
      const one = await rollups.add([newTarget('a'), newTarget('b')]);
      const other = await rollups.add([newTarget('c'), newTarget('b', { coveredFrom: 7 }), newTarget('c')]);
      expect(one.map(({ id }) => id)).toEqual([1, 2]);
      expect(other).toEqual([{ ...newTarget('c'), id: 3 }, one[1], { ...newTarget('c'), id: 3 }]);
    });

    it('reads the targets of one namespace', async () => {
      const { rollups } = await empty();
      await rollups.add([newTarget('a'), newTarget('a', { namespace: 'shop-2' }), newTarget('b')]);
      expect((await rollups.targets('shop')).map(({ name }) => name)).toEqual(['a', 'b']);
      expect(await rollups.targets('other')).toEqual([]);
    });

    it('removes entries that are too old', async () => {
      const { rollups, shared } = await empty();
      expect(await rollups.coverage()).toBeNull();
      await rollups.add([newTarget('target-1'), newTarget('target-2')]);
      await rollups.write(
        {
          targets: [rollupTarget(1, { coveredTo: 4 * day }), rollupTarget(2, { coveredTo: 4 * day + 1 })],
          blocks: [
            { id: 1, day: 3, bytes: bytes(0) },
            { id: 2, day: 3, bytes: bytes(1) },
            { id: 2, day: 4, bytes: bytes(2) },
          ],
          summaries: [summary(0, 3, 1), summary(0, 4, 2)],
        },
        holdOf(shared),
      );
      await rollups.prune(4);
      expect((await rollups.targets()).map(({ id }) => id)).toEqual([2]);
      expect(await rollups.coverage()).toMatchObject({ targets: 1, sumOfIds: 2 });
      expect((await rollups.blocks([1, 2], { from: 0, to: 9 })).map(({ day: at }) => at)).toEqual([4]);
      expect((await rollups.summaries({ from: 0, to: 9 })).map(({ day: at }) => at)).toEqual([4]);
    });
  });

  describe('jobs', () => {
    it('gives out each job once, oldest first, and again after its lease has expired', async () => {
      const { jobs } = await empty();
      await jobs.add([aJob('b', 2), aJob('a', 1)]);
      expect(await jobs.take({ now: 10, until: 20 })).toMatchObject({ id: 'a', state: 'running', leasedUntil: 20 });
      expect(await jobs.take({ now: 10, until: 20, createdBefore: 2 })).toBeNull();
      expect(await jobs.take({ now: 10, until: 25 })).toMatchObject({ id: 'b' });
      expect(await jobs.take({ now: 19, until: 30 })).toBeNull();
      expect(await jobs.take({ now: 20, until: 30 })).toMatchObject({ id: 'a', leasedUntil: 30 });
    });

    it('gives a job to only one of several concurrent workers', async () => {
      const { jobs } = await empty();
      await jobs.add([aJob('a', 1), aJob('b', 1)]);
      const taken = await Promise.all([1, 2, 3].map(() => jobs.take({ now: 1, until: 9 })));
      expect(new Set(taken.map((job) => job?.id ?? null))).toEqual(new Set(['a', 'b', null]));
    });

    it('finishes a job only once', async () => {
      const { jobs } = await empty();
      await jobs.add([aJob('a', 1)]);
      await jobs.take({ now: 1, until: 9 });
      expect(await jobs.finish('a', { state: 'failed', at: 5 })).toMatchObject({
        outcome: 'done',
        job: { state: 'failed', finishedAt: 5, leasedUntil: null },
      });
      expect(await jobs.finish('a', { state: 'completed', at: 6 })).toMatchObject({
        outcome: 'finished',
        job: { state: 'failed', finishedAt: 5 },
      });
      expect(await jobs.finish('toString', { state: 'completed', at: 6 })).toEqual({ outcome: 'unknown' });
    });

    it('counts how often in a row the jobs of a target have failed', async () => {
      const { jobs } = await empty();
      const counts: unknown[] = [];
      for (const state of ['failed', 'failed', 'completed', 'failed'] as const) {
        const id = `job ${counts.length}`;
        await jobs.add([aJob(id, 5, 'cart')]);
        counts.push(((await jobs.take({ now: 5, until: 9 })) ?? { failures: null }).failures);
        await jobs.finish(id, { state, at: 5 });
      }
      expect(counts).toEqual([0, 1, 2, 0]);
      expect(await jobs.list()).toMatchObject([{ state: 'failed', failures: 1 }]);
    });

    it('has one job per target, and accepts another only after it is finished', async () => {
      const { jobs } = await empty();
      await jobs.add([aJob('a', 1, 'cart')]);
      await jobs.add([aJob('b', 2, 'cart')]);
      expect((await jobs.list()).map(({ id }) => id)).toEqual(['a']);
      await jobs.finish('a', { state: 'completed', at: 3 });
      // A replica that has read the jobs at 2 does not know that this one has been done since.
      await jobs.add([aJob('done again', 2, 'cart')]);
      expect((await jobs.list()).map(({ id }) => id)).toEqual(['a']);
      await jobs.add([aJob('c', 4, 'cart')]);
      expect(await jobs.list()).toEqual([
        { ...aJob('c', 4, 'cart'), state: 'pending', leasedUntil: null, finishedAt: null, failures: 0 },
      ]);
      await jobs.remove([{ namespace: 'shop', name: 'cart' }]);
      expect(await jobs.list()).toEqual([]);
    });
  });

  describe('artifacts', () => {
    it('changes an artifact atomically, so that no change is lost', async () => {
      const { artifacts } = await empty();
      expect(await artifacts.get('__proto__')).toBeNull();
      const append = (letter: string) => artifacts.change('notes', 1, (content) => `${content ?? ''}${letter}`);
      await Promise.all(['a', 'b', 'c'].map(append));
      expect((await artifacts.get('notes'))?.content).toHaveLength(3);
      const refused = artifacts.change('notes', 2, () => {
        throw new Error('the change failed');
      });
      await expect(refused).rejects.toThrow('the change failed');
      expect((await artifacts.list()).map(({ name, changedAt }) => [name, changedAt])).toEqual([['notes', 1]]);
    });
  });

  describe('insights', () => {
    it('lists the newest first and keeps a limited number', async () => {
      const { insights } = await empty();
      for (const [id, createdAt] of Object.entries({ a: 2, b: 1, c: 3 })) {
        await insights.add({ id, createdAt, body: `{"of":"${id}"}` }, 2);
      }
      expect(await insights.list()).toEqual([
        { id: 'c', createdAt: 3, body: '{"of":"c"}' },
        { id: 'a', createdAt: 2, body: '{"of":"a"}' },
      ]);
    });

    it('keeps the first insight with an id', async () => {
      const { insights } = await empty();
      const first = { id: 'a', createdAt: 1, body: '{}' };
      expect(await insights.add(first, 2)).toEqual(first);
      expect(await insights.add({ id: 'a', createdAt: 2, body: '{"of":"a"}' }, 2)).toEqual(first);
      expect(await insights.list()).toEqual([first]);
    });
  });
}
