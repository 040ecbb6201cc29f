import { serve } from './loopback.ts';

type Amounts = { readonly cpu?: string; readonly memory?: string };

/** An enrolled workload with a suggestion for each container. */
export type Advised = {
  readonly namespace?: string;
  readonly name: string;
  readonly kind?: string;
  readonly containers?: Readonly<Record<string, Amounts & { readonly limits?: Amounts; readonly sidecar?: true }>>;
  readonly replicas?: number;
  /** The bounds that are suggested for the autoscaler of the workload. */
  readonly hpa?: { readonly name: string; readonly min: number; readonly max: number };
  readonly severity?: 'low' | 'medium' | 'high';
  readonly hourly?: number;
};

function answersOf({ namespace = 'shop', name, kind = 'Deployment', containers = {}, ...more }: Advised) {
  const reference = { mode: 'recommendation', name, kind, api_version: 'apps/v1' };
  const isHorizontal = more.replicas !== undefined || more.hpa !== undefined;
  const spec = { vertical: reference, ...(isHorizontal ? { horizontal: reference } : {}) };
  const { hpa } = more;
  const found = {
    aiscaletarget: { namespace, name, spec },
    target: {
      current_replicas: 2,
      containers: Object.entries(containers).map(([container, { sidecar }]) => ({
        name: container,
        average_requests: {},
        limits: { cpu: null, memory: null },
        ...(sidecar === true ? { sidecar } : {}),
      })),
    },
    ...(hpa === undefined ? {} : { horizontalpodautoscaler: { name: hpa.name, min_replicas: 1, max_replicas: 4 } }),
  };
  const suggestion = {
    created: '2026-11-18T09:25:00Z',
    why: `Half of ${name} is never used.`,
    metric: 'cpu',
    suggestedReplicas: more.replicas ?? 2,
    ...(hpa === undefined ? {} : { minReplicas: hpa.min, maxReplicas: hpa.max }),
    resourceRecommendations: Object.entries(containers).map(([container, { limits = {}, cpu, memory }]) => ({
      container,
      recommendations: Object.entries({ cpu, memory }).flatMap(([resource, value]) =>
        value === undefined ? [] : [{ resource, value, limit: limits[resource === 'cpu' ? 'cpu' : 'memory'] ?? null }],
      ),
    })),
  };
  const row = {
    name,
    namespace,
    mode: 'Recommendation',
    status: { severity: more.severity ?? 'low', label: 'Healthy' },
    net_hourly_savings: more.hourly ?? 0.1,
  };
  return { namespace, name, found, suggestion, row };
}

/** An API with these workloads and suggestions. */
export function serveAdvised(workloads: readonly Advised[]) {
  const all = workloads.map(answersOf);
  return serve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/v1/ast') {
      const items = all.map(({ found }) => found.aiscaletarget);
      return Response.json({ items, total: items.length });
    }
    const [, , first, namespace, name, last] = pathname.split('/');
    if (first === 'views') {
      const rows = all.filter((one) => one.namespace === name).map(({ row }) => row);
      return Response.json({ data: { items: rows } });
    }
    const one = all.find((each) => each.namespace === namespace && each.name === name);
    if (one === undefined) return Response.json({ errors: ['There is no such target.'] }, { status: 404 });
    return Response.json(last === 'suggestions' ? { items: [one.suggestion] } : one.found);
  });
}
