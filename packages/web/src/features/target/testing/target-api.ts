import type { CurrentMetrics, Pod, Series, Suggestion } from '@trimtab/core';
import { vi } from 'vitest';
import { noSuchCall, type ScriptedAnswer, scriptedApi, unknownTarget } from '../../../testing/scripted-api.ts';

type Amounts = { cpu?: number | null; memory?: number | null };

/** The answers about one target. Omitted fields have defaults. */
export type TargetScript = {
  spec?: object;
  replicas?: number;
  containers?: { name: string; average_requests: Amounts; limits?: Amounts }[];
  hpa?: { min_replicas: number; max_replicas: number } | null;
  current?: CurrentMetrics;
  suggestion?: object | null;
  /** Why there is no suggestion. */
  reason?: string;
  pods?: Partial<Pod>[];
  catalog?: object[];
  series?: Series | ((query: URLSearchParams) => Series);
  savings?: object;
  comparison?: object;
};

export const base = '/v1/ast/shop/web';
export const vertical = { vertical: { mode: 'recommend' } };
export const autonomousSpec = {
  vertical: { mode: 'auto', containers: { app: { cpu: {} } } },
  horizontal: { mode: 'auto' },
};

export const suggestion: Suggestion = {
  created: new Date(Date.now() - 5 * 60_000).toISOString(),
  why: 'Because the busy level says so. Replayed on 13 days.',
  metric: 'cpu',
  currentReplicas: 2,
  suggestedReplicas: 4,
  minReplicas: 2,
  maxReplicas: 8,
  forecasts: [],
  resourceRecommendations: [
    {
      container: 'app',
      recommendations: [
        { resource: 'cpu', value: '250m' },
        { resource: 'memory', value: '1Gi' },
      ],
    },
  ],
};

export const metricDescriptor = (metricName: string) => ({
  id: `id-${metricName}`,
  metricName,
  metricType: 'total',
  targetType: 'deployment',
  namespace: 'shop',
});

export const readings = (cpu: number, memory: number): CurrentMetrics => ({
  containers: [
    {
      name: 'app',
      metrics: [
        { name: 'cpu', averageValue: cpu, averageRequest: 0.5 },
        { name: 'memory', averageValue: memory, averageRequest: 2 ** 30 },
      ],
    },
  ],
});

/** A series of samples, one per minute, ending now. */
export function seriesOf(metricName: string, values: readonly (number | null)[]): Series {
  const now = Date.now();
  return {
    periods: values.map((_, index) => new Date(now - (values.length - 1 - index) * 60_000).toISOString()),
    metrics: [{ metricName, metricType: 'total', targetType: 'deployment', values: [...values] }],
  };
}

/**
 * Answers the calls about one target. The extensions of the API answer 404, as on another vendor's server. `others` are
 * names in the same namespace that the server does not know.
 */
export function targetApi(script: TargetScript = {}, others: readonly string[] = []) {
  const answers: Record<string, (request: { url: URL }) => ScriptedAnswer | Promise<ScriptedAnswer>> = {
    '/v1/ast': () => ({
      body: { items: [{ namespace: 'shop', name: 'web', spec: script.spec ?? vertical }], total: 1 },
    }),
    [base]: () => ({
      body: {
        target: {
          kind: 'Deployment',
          current_replicas: script.replicas ?? 2,
          containers: script.containers ?? [{ name: 'app', average_requests: { cpu: 0.5, memory: 2 ** 30 } }],
        },
        aiscaletarget: { namespace: 'shop', name: 'web', spec: script.spec ?? vertical },
        ...(script.hpa === null ? {} : { horizontalpodautoscaler: script.hpa ?? { min_replicas: 1, max_replicas: 9 } }),
      },
    }),
    [`${base}/pods`]: () => ({ body: { items: script.pods ?? [] } }),
    [`${base}/metrics/current`]: () => ({ body: { data: script.current ?? readings(0.4, 0.7 * 2 ** 30) } }),
    [`${base}/suggestions`]: () => ({
      body: {
        items: script.suggestion === null ? [] : [script.suggestion ?? suggestion],
        ...(script.reason === undefined ? {} : { reason: script.reason }),
      },
    }),
    [`${base}/metrics`]: ({ url }) => ({
      body:
        typeof script.series === 'function'
          ? script.series(url.searchParams)
          : (script.series ?? seriesOf('cpu', [1, 2, 3])),
    }),
    '/v1/metrics/shop/web/catalog': () => ({
      body: { items: script.catalog ?? [metricDescriptor('cpu'), metricDescriptor('memory')] },
    }),
    [`${base}/potential-savings/average`]: () => ({
      body: script.savings ?? {
        horizontalCost: { raw: 1, withSuggestions: 0.9 },
        verticalCost: { raw: 1, withSuggestions: 0.5 },
      },
    }),
    [`${base}/optimization/comparison/average`]: () => ({ body: script.comparison ?? coresComparison(4, 2) }),
    [`${base}/explain`]: noSuchCall,
    [`${base}/report-card`]: noSuchCall,
    [`${base}/what-if`]: noSuchCall,
    [`${base}/trade-off`]: noSuchCall,
    [`${base}/outlook`]: noSuchCall,
    [`${base}/reliability`]: noSuchCall,
    '/v1/views/changes': () => ({ body: { items: [], total: 0 } }),
    '/v1/cost-savings/settings': () => ({
      body: { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.2 },
    }),
  };
  const api = scriptedApi({
    ...Object.fromEntries(others.flatMap((name) => Object.entries(unknownTarget('shop', name)))),
    ...Object.fromEntries(
      Object.keys(answers).map((path) => [path, (request: { url: URL }) => answers[path]?.(request) ?? {}]),
    ),
  });
  return {
    ...api,
    /** Replaces the answer of a path from now on. */
    answer: (path: string, answered: ScriptedAnswer | (() => ScriptedAnswer | Promise<ScriptedAnswer>)) => {
      answers[path] = typeof answered === 'function' ? answered : () => answered;
    },
    asked: (path: string) => api.requests.filter((request) => request.path === path).length,
  };
}

/** Ends the polls of the page until the test has ended, so that a test can count calls however long it takes. */
export function stopPolls(): void {
  const start = globalThis.setInterval.bind(globalThis);
  vi.spyOn(globalThis, 'setInterval').mockImplementation((run, delay = 0) => start(run, delay < 10_000 ? delay : 1e9));
}

const side = (cores: number | null) => ({ total_usage: 1, total_request: cores });

/** A comparison with the requested CPU cores before and now. The CPU determines the cost. */
export function coresComparison(before: number | null, now: number | null): object {
  return {
    resources: {
      cpu: { unoptimized: side(before), optimized: side(now) },
      memory: { unoptimized: side(1e9), optimized: side(1e9) },
    },
    hourly_cost: { optimized: { cpu: null, memory: null }, unoptimized: { cost: null } },
  };
}

export const pod = (name: string, more: Partial<Pod> = {}): Pod => ({
  name,
  status: 'Running',
  created: new Date(2026, 10, 2, 15, 4, 5).toISOString(),
  labels: [{ key: 'app', value: 'web' }],
  containers: [{ name: 'app', image: 'registry.example/app:1', cpu_request: '250m', memory_request: '1Gi' }],
  ...more,
});
