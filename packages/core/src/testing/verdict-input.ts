import type { Explanation } from '../api/schemas/explanations.ts';
import type { Suggestion } from '../api/schemas/suggestions.ts';
import { type VerdictInput, verdictOf, verdictText } from '../domain/verdict/verdict.ts';
import { dayMs, hourMs } from '../domain/windows.ts';

const now = Date.UTC(2026, 10, 20, 12);
export const mebibyte = 2 ** 20;
export const iso = (before: number) => new Date(now - before).toISOString();

export type Request = Explanation['requests'][number];
const replay = (over: Partial<Request['replay']> = {}) => ({ days: 14, slack: 0.2, timeOver: 0, daysOver: 0, ...over });

export function explained(
  resource: Request['resource'],
  more: {
    container?: string;
    kills?: number[];
    /** The limit at which the container was killed. */
    killedAt?: number;
    /** The present and the suggested limit. */
    limit?: readonly [number | null, number | null];
    over?: Partial<Request['replay']>;
    value?: Partial<Request['replay']>;
  },
): Request {
  return {
    container: more.container ?? 'app',
    resource,
    value: 1,
    computed: 1,
    rule: null,
    floor: 0,
    clamp: null,
    lambda: 5,
    samples: { found: 4_032, expected: 4_032 },
    firstSample: iso(14 * dayMs),
    replay: replay(more.value),
    judged: { slack: 0, over: 0, cost: 0 },
    current: { request: 1, replay: replay(more.over) },
    lastHourMedian: null,
    outOfMemory: (more.kills ?? []).map((days) => ({ at: iso(days * dayMs), limitBytes: more.killedAt ?? 1 })),
    ...(more.limit === undefined ? {} : { limit: explainedLimit(...more.limit) }),
  };
}

type Limit = NonNullable<Request['limit']>;
const explainedLimit = (current: number | null, value: number | null): Limit => ({
  policy: 'keep',
  qosClass: 'Burstable',
  current,
  value,
  wantedRequest: 1,
  bounds: [],
  reasons: [],
});

export const explanation = (requests: Request[], more: Partial<Explanation> = {}): Explanation => ({
  namespace: 'shop',
  name: 'cart',
  created: iso(hourMs),
  modelMode: 'balanced',
  why: '',
  window: { start: iso(14 * dayMs), end: iso(0), stepSeconds: 300 },
  requests,
  replicas: null,
  forecasts: [],
  queries: [],
  ...more,
});

type Amounts = Partial<Record<'cpu' | 'memory', number>>;

export function suggestion(containers: Record<string, Amounts>, more: Partial<Suggestion> = {}): Suggestion {
  return {
    id: 'one',
    created: iso(hourMs),
    why: '',
    metric: 'cpu',
    forecasts: [],
    resourceRecommendations: Object.entries(containers).map(([container, amounts]) => ({
      container,
      recommendations: Object.entries(amounts).map(([resource, value]) => ({ resource, value })),
    })),
    ...more,
  };
}

export const workload = (containers: Record<string, Amounts>, pods: number | null = 2): VerdictInput['workload'] => ({
  current_replicas: pods,
  containers: Object.entries(containers).map(([name, average_requests]) => ({ name, average_requests })),
});

const side = (total_usage: number, total_request: number) => ({ total_usage, total_request });
export const comparison = (cpu: number, memory: number, problem?: string): VerdictInput['comparison'] => ({
  problem,
  resources: {
    cpu: { unoptimized: side(cpu, 1), optimized: side(cpu, 1) },
    memory: { unoptimized: side(memory, 1e12), optimized: side(memory, 1e12) },
  },
});

export const app = { cpu: 0.5, memory: 768 * mebibyte };
export const both = { vertical: { mode: 'recommend' }, horizontal: { mode: 'recommend' } };

export function verdict(more: Partial<VerdictInput> = {}) {
  return verdictOf({
    spec: { vertical: { mode: 'recommend' } },
    workload: workload({ app }),
    suggestion: suggestion({ app }),
    explanation: null,
    settings: null,
    comparison: null,
    current: null,
    now,
    ...more,
  });
}
export const line = (more: Partial<VerdictInput>) => verdictText(verdict(more));
