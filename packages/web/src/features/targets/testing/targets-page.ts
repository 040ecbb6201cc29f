import type { ClusterTarget } from '@trimtab/core';
import { renderApp } from '../../../testing/render-app.tsx';
import { listAnswer, type ScriptedAnswer, scriptedApi } from '../../../testing/scripted-api.ts';

const withList = { extensions: ['views.targets'] };

export const target = (index: number, changes: Partial<ClusterTarget> = {}): ClusterTarget => ({
  name: `web-${index}`,
  namespace: 'shop',
  kind: 'Deployment',
  mode: 'Recommendation',
  status: { severity: 'high', label: 'Underprovisioned' },
  cpu_utilization: 0.4,
  memory_utilization: 1.1,
  scaling: 'vertical',
  recommendation: { type: 'upDelta', label: 'Memory +110%' },
  hourly_waste_savings: 0,
  net_hourly_savings: -1,
  oom_kills: 3,
  restarts: 4,
  change: { memory: { before: 768 * 2 ** 20, after: 1611 * 2 ** 20 } },
  hourly_cost: 0.5,
  last_change: null,
  ...changes,
});

type Answer = {
  computed?: number;
  incomplete?: readonly string[];
  /** Further pages are answered then. */
  later?: Promise<unknown>;
  /** Answers to these calls wait for the promise. */
  hold?: (query: URLSearchParams) => Promise<unknown> | null;
};

/** The list of all targets, filtered by text and paged as by the server. */
export function openTargets(
  targets: readonly ClusterTarget[],
  path = '/targets',
  { computed, later, hold, ...more }: Answer = {},
  extra: object = withList,
) {
  const list = async ({ url: { searchParams } }: { url: URL }): Promise<ScriptedAnswer> => {
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
    if (offset > 0) await later;
    await hold?.(searchParams);
    const found = targets.filter(({ name }) => name.includes(searchParams.get('text') ?? ''));
    const counts = { at_risk: found.length, savings: 2, attention: 3, all: 4 };
    const totals = {
      hourly_cost: 1,
      net_hourly_savings: 1.7,
      computed: computed ?? targets.length,
      targets: targets.length,
    };
    return { body: { items: found.slice(offset, offset + limit), total: found.length, counts, totals, ...more } };
  };
  const api = scriptedApi({
    '/v1/ast': listAnswer([{ namespace: 'shop', name: 'web-0' }]),
    '/v1/views/asts': list,
    '/v1/views/*': () => ({ body: { data: { items: [] } } }),
    '/v1/ast/shop/*': ({ url: { pathname } }) => ({ body: detailsOf(pathname) }),
  });
  const app = renderApp({ fetch: api.fetch, path, configuration: { extra: { ...extra } } });
  const queries = () => api.requests.filter((request) => request.path === '/v1/views/asts').map(({ query }) => query);
  return { ...app, queries };
}

/** A target, and its suggestion of more memory. */
function detailsOf(path: string): object {
  const name = path.split('/')[4] ?? '';
  const recommendations = [{ resource: 'memory', value: 1611 * 2 ** 20 }];
  if (path.endsWith('/suggestions'))
    return {
      items: [{ created: '2026-11-17T00:00:00Z', resourceRecommendations: [{ container: 'app', recommendations }] }],
    };
  const app = {
    name: 'app',
    average_requests: { cpu: 0.5, memory: 768 * 2 ** 20 },
    limits: { cpu: null, memory: null },
  };
  const workload = { name, api_version: 'apps/v1', kind: 'Deployment' };
  return {
    target: { name, kind: 'Deployment', containers: [app] },
    aiscaletarget: {
      namespace: 'shop',
      name,
      spec: { vertical: { mode: 'recommendation', ...workload }, scale_target_ref: workload },
    },
  };
}
export const many = (count: number) => Array.from({ length: count }, (_, index) => target(index));
