type Presence = 'required' | 'optional';
type Fields = Readonly<Record<string, Presence>>;

/** A call with its query parameters and the top-level fields of its body. */
export type ForeignCall = {
  readonly query?: Fields;
  /** Absent: the call takes no body. */
  readonly body?: Fields | 'any';
  /** The fields of the only object in the body. */
  readonly inner?: Fields;
};

const range = { start: 'optional', end: 'optional' } as const;
const requiredRange = { start: 'required', end: 'required' } as const;
const page = { limit: 'optional', offset: 'optional' } as const;
const connectorQuery = { ...requiredRange, query: 'required', interval: 'optional' } as const;

/**
 * The calls of the API without the extensions of our server, each with the parameters that every server must support.
 * The three parameters that filter the series of a target are optional for servers, so they are missing here.
 */
const foreignCalls: Readonly<Record<string, ForeignCall>> = {
  'GET /v1/ast': { query: { enhancedItems: 'optional', ...page } },
  'GET /v1/ast/{namespace}': {},
  'GET /v1/ast/{namespace}/{name}': {},
  'GET /v1/ast/{namespace}/{name}/pods': {},
  'POST /v1/ast/{namespace}/{name}/cleanup': {},
  'POST /v1/pod/ast': { body: { namespace: 'required', kind: 'required', name: 'required' } },
  'POST /v1/ast/preflight': {
    body: { scaleTargetRef: 'required' },
    inner: { namespace: 'optional', name: 'required', api_version: 'required', kind: 'required' },
  },
  'POST /v1/ast/candidates/{namespace}': { query: { dryrun: 'required', ...page }, body: { workloads: 'optional' } },
  'GET /v1/artifacts': {},
  'GET /v1/artifacts/{name}': {},
  'PATCH /v1/artifacts/{name}': { body: 'any' },
  'GET /v1/connectors': {},
  'GET /v1/connectors/{connector}/metrics': {},
  'GET /v1/connectors/{connector}/metrics/{metric}': {},
  'GET /v1/connectors/{connector}/series': { query: connectorQuery },
  'GET /v1/connector/{connector}/timeseries': { query: connectorQuery },
  'GET /v1/ast/{namespace}/{name}/potential-savings/average': { query: range },
  'GET /v1/ast/potential-savings/average': { query: { ...range, ...page } },
  'GET /v1/ast/{namespace}/{name}/optimization/comparison/average': { query: range },
  'GET /v1/ast/optimization/comparison/average': { query: { ...range, ...page } },
  'GET /v1/cost-savings/settings': {},
  'POST /v1/cost-savings/settings': {
    body: { node_cpu_cores: 'required', node_memory_bytes: 'required', node_hourly_cost: 'required' },
  },
  'POST /v1/ast/{namespace}/{name}/unoptimized': { body: { replicas: 'required', containers: 'required' } },
  'GET /v1/export': {
    query: {
      ...requiredRange,
      'include-pod-logs': 'optional',
      'include-metrics': 'optional',
      namespace: 'optional',
      targetName: 'optional',
    },
  },
  'POST /v1/insights': { body: 'any' },
  'GET /v1/insights/active': {},
  'POST /v1/metrics/bulk': { body: { metricIds: 'required', ...requiredRange } },
  'GET /v1/ast/{namespace}/{name}/metrics/current': {},
  'POST /v1/ast/metrics/current/bulk': { body: { targets: 'required' } },
  'GET /v1/metrics/timeseries': { query: { ...range, metricIds: 'required', associated: 'optional' } },
  'GET /v1/metrics/catalog': {},
  'GET /v1/metrics/{namespace}/{name}/catalog': {},
  'GET /v1/ast/{namespace}/{name}/metrics': { query: range },
  'POST /v1/ast/{namespace}/{name}/suggestions': {},
  'GET /v1/ast/{namespace}/{name}/suggestions': { query: { ...range, active: 'optional' } },
  'POST /v1/queue/forecast/pop': {},
  'GET /v1/queue/forecast/stats': {},
  'POST /v1/queue/forecast/{id}/status': { body: { state: 'required' } },
  'POST /v1/ast/{namespace}/suggestions/bulk': { body: { names: 'optional' } },
  'POST /v1/ast/suggestions/bulk': { body: { targets: 'optional' } },
  'GET /v1/system/namespaces': { query: { include_trimtab: 'optional' } },
  'GET /v1/views/cost/analysis': { query: { ...range, bucket: 'required' } },
  'GET /v1/views/kpis': {},
  'GET /v1/views/namespaces/{namespace}/kpis': {},
  'GET /v1/views/namespaces/{namespace}/asts': { query: { managed: 'required', sort: 'optional', ...page } },
};

/** The format of parameter values; parameters without an entry are free text. */
const shapes: Readonly<Record<string, RegExp>> = {
  managed: /^(true|false)$/,
  enhancedItems: /^(true|false)$/,
  dryrun: /^(true|false)$/,
  active: /^(true|false)$/,
  'include-pod-logs': /^(true|false)$/,
  'include-metrics': /^(true|false)$/,
  limit: /^(-1|[1-9]\d*)$/,
  offset: /^\d+$/,
  sort: /^[+-](name|mode|cost)$/,
  bucket: /^(Month|Week|Day)$/,
  start: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  end: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
};

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);

/** Calls with more fixed path segments come first, so that `/v1/ast/preflight` is not read as a namespace. */
const ordered = Object.entries(foreignCalls)
  .map(([name, call]) => {
    const [method = '', path = ''] = name.split(' ');
    return { name, call, method, pattern: pathPattern(path), holes: path.split('{').length };
  })
  .toSorted((a, b) => a.holes - b.holes);

/** The call of a request with the parts of its path; null if there is no such call. */
export function findForeignCall(method: string, path: string) {
  for (const { name, call, method: own, pattern } of ordered) {
    const parts = own === method ? pattern.exec(path) : null;
    if (parts !== null) return { name, call, parts: parts.slice(1).map(decodeURIComponent) };
  }
  return null;
}

function refusedNames(kind: string, given: Iterable<string>, known: Fields): string[] {
  const names = new Set(given);
  const missing = Object.keys(known).filter((name) => known[name] === 'required' && !names.has(name));
  return [
    ...[...names].filter((name) => !Object.hasOwn(known, name)).map((name) => `unknown ${kind} ${name}`),
    ...missing.map((name) => `required ${kind} ${name}`),
  ];
}

/** Why a strict server rejects the query or the body of a call; empty if it accepts them. */
export function refusals(call: ForeignCall, query: URLSearchParams, body: unknown): string[] {
  const fields: Record<string, unknown> = { ...(typeof body === 'object' ? body : {}) };
  const [inner] = Object.values(fields);
  return [
    ...refusedNames('parameter', query.keys(), call.query ?? {}),
    ...[...query]
      .filter(([name, value]) => shapes[name]?.test(value) === false)
      .map(([name, value]) => `${name} must not be ${value}`),
    ...(call.body === 'any' ? [] : refusedNames('field', Object.keys(fields), call.body ?? {})),
    ...(call.inner === undefined ? [] : refusedNames('field', Object.keys(Object(inner)), call.inner)),
  ];
}
