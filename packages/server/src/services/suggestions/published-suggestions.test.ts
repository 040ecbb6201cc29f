import { aRecord } from '@trimtab/testing';
import { describe, expect, it, vi } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { type Shared, wholeWork } from '../../ports/index.ts';
import { createPublishedSuggestions } from './published-suggestions.ts';

const now = Date.parse('2026-03-04T12:00:00Z');
const day = 86_400_000;
const always = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

const suggested = (memory: number) => ({
  recommendation: {
    mode: 'balanced' as const,
    start: now - 14 * day,
    end: now,
    containers: [{ name: 'app', cpu: null, memory }],
    replicas: null,
    minReplicas: null,
    maxReplicas: null,
    metric: 'cpu' as const,
    why: 'Balanced: because.',
    sized: [],
    scaled: null,
  },
  appliesTo: 'this workload',
  newestKillAt: null,
  because: 'It is the first suggestion.',
  currentReplicas: 2,
});

type SuggestionsOfReplicas = Pick<Shared, 'hold' | 'now' | 'revision' | 'revisions'>;

function aHome() {
  const store = memoryRecords().suggestions;
  const clock = { at: now, now: () => clock.at };
  const logger = vi.fn<(level: string, event: string, details?: object) => void>();
  return { store, clock, logger, open: () => createPublishedSuggestions({ suggestions: store }, { clock, logger }) };
}

describe('published suggestions', () => {
  it('of a namespace without an enrolled target are forgotten, and read again if it has one', async () => {
    const { open } = aHome();
    const published = open();
    const target = aRecord({ enrolledAt: now - day });
    await published.load(['shop']);
    const first = published.publish(target, suggested(2 ** 28));
    await published.flush();
    published.retainNamespaces(new Map([['shop', []]]));
    expect(published.inForce(target)).toEqual(first);
    published.retainNamespaces(new Map());
    expect(published.inForce(target)).toBeNull();
    await published.load(['shop']);
    expect(published.inForce(target)).toEqual(first);
  });

  it('are in force at once, and after a restart with every input', async () => {
    const { open } = aHome();
    const published = open();
    const one = published.publish(aRecord(), suggested(100));
    expect(published.inForce(aRecord())).toBe(one);
    expect(published.inForce(aRecord({ name: 'checkout' }))).toBeNull();
    await published.flush();
    const restarted = open();
    await restarted.load(['shop', 'empty']);
    expect(restarted.inForce(aRecord())).toEqual(one);
    expect(one).toMatchObject({ ...suggested(100), publishedAt: now });
  });

  it('of what other replicas work on leave the memory after five minutes without use', async () => {
    const { store, clock, logger, open } = aHome();
    const writer = open();
    for (const namespace of ['own', 'shop']) writer.publish(aRecord({ namespace }), suggested(100));
    await writer.flush();
    const shared: SuggestionsOfReplicas = {
      now: () => clock.at,
      hold: (namespace) => (namespace === 'own' ? wholeWork : null),
      revision: async () => 0,
      revisions: async () => new Map(),
    };
    const published = createPublishedSuggestions({ suggestions: store, shared }, { clock, logger });
    const found = () => ['own', 'shop'].map((namespace) => published.inForce(aRecord({ namespace })) !== null);
    await published.load(['own', 'shop']);
    clock.at += 4 * 60_000;
    await published.load([]);
    expect(found()).toEqual([true, true]);
    const version = published.version('shop');
    clock.at += 60_000;
    await published.load(['own']);
    expect(found()).toEqual([true, false]);
    expect(published.version('shop')).toBeGreaterThan(version);
    await published.load(['shop']);
    expect(found()).toEqual([true, true]);
  });

  it('are dated and deleted by the time of the database, whatever the clock of the replica says', async () => {
    const { store, logger } = aHome();
    const prune = vi.spyOn(store, 'prune');
    const shared: SuggestionsOfReplicas = {
      now: () => now,
      hold: () => wholeWork,
      revision: async () => 0,
      revisions: async () => new Map(),
    };
    const replica = (days: number) =>
      createPublishedSuggestions({ suggestions: store, shared }, { clock: { now: () => now + days * day }, logger });
    for (const days of [-2, 2]) {
      const published = replica(days);
      await published.load([days < 0 ? 'behind' : 'ahead']);
      const target = aRecord({ namespace: days < 0 ? 'behind' : 'ahead', enrolledAt: now - day });
      expect(published.publish(target, suggested(100)).publishedAt).toBe(now);
      await published.flush();
      expect(prune).toHaveBeenLastCalledWith((Math.floor(now / day) - 400) * day);
    }
  });

  it('are listed newest first, with their ids, before they are written too', async () => {
    const { store, clock, open, logger } = aHome();
    const published = open();
    const first = published.publish(aRecord(), suggested(100));
    await published.flush();
    const add = vi.spyOn(store, 'add').mockRejectedValue(new Error('The disk is full.'));
    clock.at += 60_000;
    const second = published.publish(aRecord(), suggested(200));
    published.publish(aRecord({ name: 'checkout' }), suggested(300));
    const listed = await published.list(aRecord(), always);
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(logger).toHaveBeenCalledExactlyOnceWith('warn', expect.stringContaining('could not be stored'), {
      suggestions: 2,
      error: new Error('The disk is full.'),
    });
    add.mockRestore();
    await published.flush();
    expect(await store.list('shop', 'cart', always)).toHaveLength(2);
  });

  it('are replaced by the next one even if the clock was set back', async () => {
    const { clock, open } = aHome();
    const published = open();
    published.publish(aRecord(), suggested(100));
    clock.at -= 60_000;
    const second = published.publish(aRecord(), suggested(200));
    await published.flush();
    const restarted = open();
    await restarted.load(['shop']);
    expect(restarted.inForce(aRecord())?.id).toBe(second.id);
  });

  it('end with the enrollment of the target', async () => {
    const { open } = aHome();
    const published = open();
    published.publish(aRecord(), suggested(100));
    expect(published.inForce(aRecord({ enrolledAt: now + 1 }))).toBeNull();
    published.retain('shop', new Set(['checkout']));
    expect(published.inForce(aRecord())).toBeNull();
    expect(await published.list(aRecord(), always)).toHaveLength(1);
  });

  it('of another version and of the daily kind are listed, but not in force', async () => {
    const { store, open } = aHome();
    const other = { namespace: 'shop', name: 'cart', version: 1 };
    const { recommendation, ...facts } = suggested(100);
    const sized = [{ container: 'app', resource: 'cpu', ofAnotherVersion: true }];
    const record = { ...facts, recommendation: { ...recommendation, sized } };
    const answer = { created: '2026-03-01T00:00:00Z', why: 'Because.', metric: 'cpu', suggestedReplicas: 3 };
    await store.add([
      { ...other, id: 'daily', createdAt: now - 3, version: 0, body: JSON.stringify(answer) },
      { ...other, id: 'later', createdAt: now - 2, body: JSON.stringify({ answer, record }) },
      { ...other, id: 'damaged', createdAt: now - 1, body: '{' },
    ]);
    const published = open();
    await published.load(['shop']);
    expect(published.inForce(aRecord())).toBeNull();
    const listed = await published.list(aRecord(), always);
    expect(listed.map(({ id, suggestedReplicas }) => [id, suggestedReplicas])).toEqual([
      ['later', 3],
      ['daily', 3],
    ]);
  });

  it('without an HPA are replaced if their replicas were planned for a day', async () => {
    const { store, open } = aHome();
    const answer = { created: '2026-03-01T00:00:00Z', why: 'Because.', metric: 'cpu', suggestedReplicas: 3 };
    const { recommendation, ...facts } = suggested(100);
    const planned = { suggested: 3, minReplicas: 2, maxReplicas: 4, floor: null, reactive: 3, target: 0.7 };
    const scaled = { metric: 'cpu', current: 3, requestPerPod: 0.5, targetFrom: 'planned', kept: null };
    const stored = (name: string, bounds: object | null, lastDay: object | null) => {
      const replicas = { ...scaled, bounds, suggestion: { ...planned, lastDay } };
      const record = { ...facts, recommendation: { ...recommendation, scaled: replicas } };
      const body = JSON.stringify({ answer, record });
      return { namespace: 'shop', name, version: 1, id: name, createdAt: now, body };
    };
    await store.add([
      stored('alone', null, { usage: 1, needed: 3 }),
      stored('with-hpa', { minReplicas: 1, maxReplicas: 9 }, null),
    ]);
    const published = open();
    await published.load(['shop']);
    expect(published.inForce(aRecord({ name: 'alone' }))).toBeNull();
    expect(published.inForce(aRecord({ name: 'with-hpa' }))?.id).toBe('with-hpa');
    expect(await published.list({ namespace: 'shop', name: 'alone' }, always)).toHaveLength(1);
  });

  it('are deleted after 400 days', async () => {
    const { clock, open } = aHome();
    const published = open();
    published.publish(aRecord(), suggested(100));
    await published.flush();
    clock.at += 399 * day;
    await published.flush();
    expect(await published.list(aRecord(), always)).toHaveLength(1);
    clock.at += 2 * day;
    await published.flush();
    expect(await published.list(aRecord(), always)).toEqual([]);
    expect(published.inForce(aRecord())).toBeNull();
  });

  it('are deleted some at a time, until none is left that is too old', async () => {
    const { store, open } = aHome();
    const prune = vi.spyOn(store, 'prune').mockResolvedValueOnce(false);
    const published = open();
    for (const calls of [1, 2, 2]) {
      await published.flush();
      expect(prune).toHaveBeenCalledTimes(calls);
    }
  });

  it('are read again after the store failed', async () => {
    const { store, open } = aHome();
    const before = open();
    before.publish(aRecord(), suggested(100));
    await before.flush();
    const published = open();
    vi.spyOn(store, 'newest').mockRejectedValueOnce(new Error('The database is locked.'));
    await expect(published.load(['shop'])).rejects.toThrow('locked');
    await published.load(['shop']);
    expect(published.inForce(aRecord())).not.toBeNull();
  });
});
