import { workloadKey } from '@trimtab/core';
import { aRecord, aWorkload } from '@trimtab/testing';
import { expect, it, vi } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { StoreError, type TargetRecord } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { Evaluations } from './evaluations.ts';
import { createNamespaceRefresh } from './namespace-refresh.ts';
import { createPublishedSuggestions } from './published-suggestions.ts';

const notAsked = () => Promise.reject(new Error('not asked'));

it('logs why a namespace could not be refreshed, and never rejects', async () => {
  const logger = vi.fn<(level: string, event: string, fields?: object) => void>();
  const clock = { now: () => 0 };
  const published = createPublishedSuggestions(memoryRecords(), { clock, logger });
  const refresh = createNamespaceRefresh({
    clock,
    logger,
    shared: undefined,
    stored: () => Promise.reject(new StoreError('The targets cannot be read.')),
    usageHistory: {
      isDue: () => false,
      peek: () => ({ targets: new Map(), absent: new Map(), end: 0, problems: [] }),
      retryAt: () => null,
      update: notAsked,
    },
    sources: { workloads: notAsked },
    workScope: notAsked,
    evaluations: new Evaluations(published),
    published,
    ending: new AbortController().signal,
  });
  await refresh.refresh('shop', { urgent: true });
  expect(logger).toHaveBeenLastCalledWith(
    'warn',
    'suggestions could not be brought up to date',
    expect.objectContaining({ namespace: 'shop' }),
  );
});

it('leaves a target in computation that was enrolled after the past usage was read', async () => {
  const clock = { now: () => 0 };
  const logger = vi.fn<(level: string, event: string, fields?: object) => void>();
  const published = createPublishedSuggestions(memoryRecords(), { clock, logger });
  const evaluations = new Evaluations(published);
  const [silent, late] = [aRecord({ name: 'silent' }), aRecord({ name: 'late' })];
  const records = [silent, late];
  const workloads = records.map(({ name }) => aWorkload({ name }));
  const refresh = createNamespaceRefresh({
    clock,
    logger,
    shared: undefined,
    stored: async () => ({ records, byNamespace: new Map([['shop', records]]), namespaces: ['shop'], settings: null }),
    usageHistory: {
      isDue: () => false,
      peek: () => ({ targets: new Map(), absent: new Map([[workloadKey(silent), null]]), end: 0, problems: [] }),
      retryAt: () => null,
      update: notAsked,
    },
    sources: {
      workloads: async () => ({
        items: workloads,
        byKey: new Map(workloads.map((each) => [workloadKey(each), each])),
        problems: [],
      }),
    },
    workScope: async () => ['shop'],
    evaluations,
    published,
    ending: new AbortController().signal,
  });
  await refresh.refresh('shop', { urgent: true });
  expect(evaluations.newest(silent)).toMatchObject({ kind: 'none', computing: false });
  expect(evaluations.newest(late)).toMatchObject({ kind: 'none', computing: true });
});

/** The stored state with these targets. Each argument has the targets of one namespace. */
function stateOf(...all: (readonly TargetRecord[])[]): StoredState {
  const byNamespace = new Map(all.map((targets) => [targets[0]?.namespace ?? '', targets]));
  return { records: all.flat(), byNamespace, namespaces: [...byNamespace.keys()], settings: null };
}

it('is due again when the targets of the namespace change, but not when those of another do', async () => {
  const clock = { now: () => 0 };
  const published = createPublishedSuggestions(memoryRecords(), { clock, logger: () => undefined });
  const cart = [aRecord()];
  const refresh = createNamespaceRefresh({
    clock,
    logger: () => undefined,
    shared: undefined,
    stored: async () => stateOf(cart),
    usageHistory: {
      isDue: () => false,
      peek: () => ({ targets: new Map(), absent: new Map(), end: 0, problems: [] }),
      retryAt: () => null,
      update: notAsked,
    },
    sources: { workloads: async () => ({ items: [], byKey: new Map([['', aWorkload()]]), problems: [] }) },
    workScope: async () => ['shop'],
    evaluations: new Evaluations(published),
    published,
    ending: new AbortController().signal,
  });
  await refresh.refresh('shop', { urgent: true });
  expect(refresh.isDue('shop', stateOf(cart, [aRecord({ namespace: 'pay' })]))).toBe(false);
  expect(refresh.isDue('shop', stateOf([...cart, aRecord({ name: 'web' })]))).toBe(true);
});

it('frees what it knows of namespaces without an enrolled target', async () => {
  const clock = { now: () => 0 };
  const published = createPublishedSuggestions(memoryRecords(), { clock, logger: () => undefined });
  const evaluations = new Evaluations(published);
  const refresh = createNamespaceRefresh({
    clock,
    logger: () => undefined,
    shared: undefined,
    stored: notAsked,
    usageHistory: { isDue: () => false, peek: () => null, retryAt: () => null, update: notAsked },
    sources: { workloads: notAsked },
    workScope: notAsked,
    evaluations,
    published,
    ending: new AbortController().signal,
  });
  for (const namespace of ['shop', 'gone']) evaluations.finishRefresh(namespace, [aRecord({ namespace })], 0);
  refresh.retain(stateOf([aRecord()]));
  expect(evaluations.peek('shop')).toBeDefined();
  expect(evaluations.peek('gone')).toBeUndefined();
});
