import type { Explanation } from '@trimtab/core';
import { suggestion } from './target-api.ts';

type ExplainedRequest = Explanation['requests'][number];

/** An explained CPU request of 250m, where 500m are requested. */
export const anExplainedRequest = (more: Partial<ExplainedRequest> = {}): ExplainedRequest => ({
  container: 'app',
  resource: 'cpu',
  value: 0.25,
  computed: 0.25,
  rule: null,
  floor: 0.01,
  clamp: null,
  lambda: 5,
  samples: { found: 4_000, expected: 4_032 },
  firstSample: '2026-11-06T12:00:00Z',
  replay: { days: 14, slack: 0.2, timeOver: 0.01, daysOver: 2 },
  judged: { slack: 0.2, over: 0.01, cost: 0.25 },
  current: { request: 0.5, replay: { days: 14, slack: 0.6, timeOver: 0, daysOver: 0 } },
  lastHourMedian: 0.2,
  outOfMemory: [],
  ...more,
});

/** An explanation of the suggestion that `targetApi` answers. */
export const anExplanation = (more: Partial<Explanation> = {}): Explanation => ({
  namespace: 'shop',
  name: 'web',
  created: suggestion.created ?? '',
  modelMode: 'balanced',
  why: suggestion.why,
  window: { start: '2026-11-06T12:00:00Z', end: '2026-11-20T12:00:00Z', stepSeconds: 300 },
  requests: [],
  replicas: null,
  forecasts: [],
  queries: [],
  ...more,
});
