import { workloadKey } from '@trimtab/core';
import { aRecord, aWorkload } from '@trimtab/testing';
import { expect, it, vi } from 'vitest';
import { memoryRecords } from '../../adapters/memory/records.ts';
import { StoreError } from '../../ports/index.ts';
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
