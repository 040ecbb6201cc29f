import { findForeignCall, refusals } from './calls.ts';
import {
  comparisonOf,
  current,
  enhancedOf,
  type ForeignTarget,
  foreignTarget,
  kpisOf,
  pods,
  rowOf,
  savingsOf,
  series,
  specOf,
  suggestion,
} from './world.ts';

export { foreignTarget } from './world.ts';

export type StrictForeign = {
  readonly targets?: readonly ForeignTarget[];
  /** The maximum number of items of a page, for any requested limit. */
  readonly pageCap?: number;
};

const settings = { node_cpu_cores: 4, node_memory_bytes: 16e9, node_hourly_cost: 0.2 };
const hours = (cores: number) => ({ cpu_core_hours: cores, memory_byte_hours: 0 });
const analysis = {
  breakdown: [{ timestamp: '2026-11-01T00:00:00.000Z', realized: hours(10), unrealized: hours(20) }],
  contributors: [{ name: 'web', resource_savings: hours(5) }],
};
const candidates = ['api', 'mailer'].map((name) => ({
  target_ref: { name, kind: 'Deployment' },
  json: { kind: 'AIScaleTarget' },
}));

const json = (body: unknown, status = 200): Response => Response.json(body, { status });
const refused = (status: number, ...errors: string[]): Response => json({ errors }, status);
const done = (): Response => new Response(null, { status: 204 });

/** Answers the call of a target, or of the whole server, by its name in `foreignCalls`. */
type Answer = (asked: {
  parts: readonly string[];
  query: URLSearchParams;
  targets: ForeignTarget[];
  body: unknown;
  page: <T>(items: readonly T[]) => T[];
}) => Response;

const found =
  (body: (target: ForeignTarget) => unknown): Answer =>
  ({ parts: [namespace, name], targets }) => {
    const target = targets.find((one) => one.namespace === namespace && one.name === name);
    if (target === undefined) return refused(404, `target ${namespace}/${name} not found`);
    const { kind, name: workload } = target.workload;
    return target.isGone
      ? refused(500, `failed to get target scale: ${kind} "${workload}" not found`)
      : json(body(target));
  };

const byCost = (a: ForeignTarget, b: ForeignTarget) => (a.hourly ?? 0) - (b.hourly ?? 0);
const byName = (a: ForeignTarget, b: ForeignTarget) => (a.name < b.name ? -1 : 1);

const rowsOfNamespace: Answer = ({ parts: [namespace], query, targets, page }) => {
  const mode = query.get('managed') === 'true' ? 'Autonomous' : 'Recommendation';
  const sort = query.get('sort') ?? '+name';
  const own = targets
    .filter((one) => one.namespace === namespace && one.mode === mode)
    .toSorted(sort.endsWith('cost') ? byCost : byName);
  return json({ data: { items: page(sort.startsWith('-') ? own.toReversed() : own).map(rowOf) } });
};

const answers: Readonly<Record<string, Answer>> = {
  'GET /v1/ast': ({ query, targets, page }) => {
    const part = page(targets);
    const isEnhanced = query.get('enhancedItems') === 'true';
    return json({
      items: part.map(specOf),
      total: targets.length,
      ...(isEnhanced ? { itemsEnhanced: part.map(enhancedOf) } : {}),
    });
  },
  'GET /v1/ast/{namespace}': ({ parts: [namespace], targets }) =>
    json({ items: targets.filter((one) => one.namespace === namespace).map(specOf) }),
  'GET /v1/ast/{namespace}/{name}': found(enhancedOf),
  'GET /v1/ast/{namespace}/{name}/pods': found(() => ({ items: pods })),
  'POST /v1/ast/{namespace}/{name}/cleanup': done,
  'POST /v1/ast/preflight': () => json({ eligible: false, reasons: ['An HPA scales it.'] }),
  'POST /v1/ast/candidates/{namespace}': ({ parts: [namespace = ''], query, body, targets }) => {
    const wanted = JSON.stringify(body ?? candidates);
    const items = candidates.filter(({ target_ref: { name } }) => wanted.includes(`"${name}"`));
    if (query.get('dryrun') === 'false')
      targets.push(...items.map(({ target_ref: { name } }) => foreignTarget(namespace, name)));
    return json({ name: namespace, items });
  },
  'GET /v1/ast/{namespace}/{name}/potential-savings/average': found(savingsOf),
  'GET /v1/ast/potential-savings/average': ({ targets, page }) =>
    json({ items: page(targets).map(savingsOf), total: targets.length }),
  'GET /v1/ast/{namespace}/{name}/optimization/comparison/average': found(comparisonOf),
  'GET /v1/ast/optimization/comparison/average': ({ targets, page }) =>
    json({ items: page(targets).map(comparisonOf), total: targets.length }),
  'GET /v1/cost-savings/settings': () => json(settings),
  'POST /v1/cost-savings/settings': () => json(settings),
  'GET /v1/export': () => new Response('archive', { headers: { 'content-type': 'application/gzip' } }),
  'GET /v1/ast/{namespace}/{name}/metrics/current': found(() => ({ data: current })),
  'GET /v1/metrics/{namespace}/{name}/catalog': found(({ namespace, name }) => ({
    items: ['cpu', 'memory'].map((metricName) => ({
      id: metricName,
      metricName,
      metricType: 'total',
      targetType: 'deployment',
      targetName: name,
      namespace,
    })),
  })),
  'GET /v1/ast/{namespace}/{name}/metrics': found(() => series),
  'POST /v1/ast/{namespace}/{name}/suggestions': found(() => suggestion),
  'GET /v1/ast/{namespace}/{name}/suggestions': found(() => ({ items: [suggestion] })),
  'GET /v1/system/namespaces': ({ targets }) => {
    const names = new Set(['empty', ...targets.map(({ namespace }) => namespace)]);
    return json({ items: [...names].map((name) => ({ name })) });
  },
  'GET /v1/views/cost/analysis': () => json(analysis),
  'GET /v1/views/kpis': ({ targets }) => json({ data: { items: kpisOf(targets) } }),
  'GET /v1/views/namespaces/{namespace}/kpis': ({ parts: [namespace], targets }) =>
    json({ data: { items: kpisOf(targets.filter((one) => one.namespace === namespace)) } }),
  'GET /v1/views/namespaces/{namespace}/asts': rowsOfNamespace,
};

const someTargets = [
  foreignTarget('shop', 'cart', 'Autonomous', 0.25),
  foreignTarget('shop', 'web'),
  foreignTarget('billing', 'invoices', 'Recommendation', null),
];

/**
 * The API of another vendor without our extensions. It answers 400 to every call, parameter and field that is optional
 * for servers. It sends only the required fields, and never more items than `pageCap`.
 */
export function strictForeignApi({ targets: first = someTargets, pageCap = 250 }: StrictForeign = {}) {
  const targets = [...first];
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(request.url);
    if (pathname === '/config.json') return json({ version: '', api_base_url: '', extra: {} });
    const asked = findForeignCall(request.method, pathname);
    if (asked === null) return refused(400, `unknown call ${request.method} ${pathname}`);
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const why = refusals(asked.call, query, body);
    if (why.length > 0) return refused(400, ...why);
    const page = <T>(items: readonly T[]): T[] => {
      const offset = Number(query.get('offset') ?? 0);
      return items.slice(offset, offset + Math.min(pageCap, Number(query.get('limit') ?? pageCap)));
    };
    return (
      answers[asked.name]?.({ parts: asked.parts, query, targets, body, page }) ??
      refused(501, `${asked.name} has no answer`)
    );
  };
}
