import { type ForeignApi, json } from './foreign-server.ts';

/** A row of a namespace's list with only the fields that docs/contract/views.md#target-list requires. */
export type ForeignRow = Record<string, unknown> & { name: string; namespace: string; mode: string };

export const autonomousRow: ForeignRow = {
  name: 'cart',
  namespace: 'shop',
  mode: 'Autonomous',
  status: { severity: 'low', label: 'Healthy' },
  cpu_utilization: 0.6172,
  memory_utilization: 0.81,
  scaling: 'vertical',
  recommendation: { type: 'noChange', label: 'No change' },
  hourly_waste_savings: 0.25,
};

export const recommendedRow: ForeignRow = {
  name: 'web',
  namespace: 'shop',
  mode: 'Recommendation',
  status: { severity: 'medium', label: 'Overprovisioned', tooltip: 'More is asked for than is used.' },
  cpu_utilization: 0.128,
  memory_utilization: 0.4,
  scaling: 'horizontal',
  recommendation: { type: 'downDelta', label: '-40%' },
  hourly_waste_savings: 0.5,
};

const kpis = [
  { id: 'targets', label: 'Targets', value: 2 },
  { id: 'overprovisioned', label: 'Overprovisioned', value: 1 },
  { id: 'yearly_waste', label: 'Yearly Waste', value: 4380, unit: 'currency' },
];

const specOf = ({ name, namespace, mode }: ForeignRow) => ({
  namespace,
  name,
  spec: { vertical: { mode, name, api_version: 'apps/v1', kind: 'Deployment', containers: {} } },
});

/** The data of such a server; a test may replace each part. */
export type ForeignWorld = {
  rows: readonly ForeignRow[];
  kpis: readonly unknown[];
  /** The pages of `GET /v1/ast`. */
  list: (query: URLSearchParams) => unknown;
};

/**
 * The smallest API with which the console works: the calls of the shell, the home page and onboarding, with only the
 * fields that the console reads. It sends a data envelope, a total or an id only where one is required.
 */
export function leastApi(world: Partial<ForeignWorld> = {}): ForeignApi {
  const rows = world.rows ?? [autonomousRow, recommendedRow];
  const items = rows.map(specOf);
  const list = world.list ?? (() => ({ items, total: items.length }));
  return ({ method, path, query }) => {
    if (method === 'GET' && path === '/v1/ast') {
      return json(
        query.get('enhancedItems') === 'true' ? { items: [], total: items.length, itemsEnhanced: [] } : list(query),
      );
    }
    if (path === '/v1/views/kpis' || /^\/v1\/views\/namespaces\/[^/]+\/kpis$/.test(path)) {
      return json({ data: { items: world.kpis ?? kpis } });
    }
    if (/^\/v1\/views\/namespaces\/[^/]+\/asts$/.test(path)) {
      const namespace = decodeURIComponent(path.split('/')[4] ?? '');
      const mode = query.get('managed') === 'true' ? 'Autonomous' : 'Recommendation';
      const offset = Number(query.get('offset') ?? 0);
      const found = rows.filter((row) => row.namespace === namespace && row.mode === mode);
      return json({ data: { items: found.slice(offset, offset + Number(query.get('limit') ?? 20)) } });
    }
    if (path === '/v1/system/namespaces') return json({ items: [{ name: 'shop' }] });
    if (method === 'POST' && path.startsWith('/v1/ast/candidates/')) {
      return json({
        name: 'shop',
        items: [{ target_ref: { name: 'api', kind: 'Deployment' }, json: { kind: 'Target' } }],
      });
    }
    return null;
  };
}
