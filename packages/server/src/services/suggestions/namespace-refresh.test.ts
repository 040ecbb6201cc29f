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
      peek: () => ({ targets: new Map(), end: 0, problems: [] }),
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
