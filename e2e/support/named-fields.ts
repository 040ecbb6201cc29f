import type { BrowserContext, Route } from 'playwright/test';

/** The fields that the console is allowed to rely on. */
const named = new Set(
  `data items total itemsEnhanced namespace name spec horizontal vertical mode api_version kind containers
   target aiscaletarget horizontalpodautoscaler metrics average_requests cpu memory current_replicas
   status severity label tooltip cpu_utilization memory_utilization scaling recommendation type hourly_waste_savings
   min_replicas max_replicas id value icon unit created labels key image
   cpu_request cpu_limit memory_request memory_limit
   suggestedReplicas why metric forecasts minReplicas maxReplicas currentReplicas resourceRecommendations container
   recommendations resource periods values averageValue averageRequest
   node_cpu_cores node_memory_bytes node_hourly_cost
   resources optimized unoptimized total_usage total_request hourly_cost cost problem
   horizontalCost verticalCost raw withSuggestions savingsPerHour savingsPerYear costCurrent costUnoptimized
   breakdown timestamp realized unrealized cpu_core_hours memory_byte_hours contributors resource_savings
   target_ref json errors metricName targetType metricType`
    .split(/\s+/)
    .filter((name) => name !== ''),
);
/** Objects whose keys are names from the cluster. */
const dictionaries = new Set(['containers']);

type Pruning = { dropped: Set<string>; withoutFigures: boolean };

function pruned(value: unknown, key: string, pruning: Pruning): unknown {
  const { dropped, withoutFigures } = pruning;
  if (Array.isArray(value)) return value.map((each) => pruned(each, '', pruning));
  // The node settings are never missing; without them nothing has a price.
  if (typeof value === 'number' && withoutFigures && !key.startsWith('node_')) return null;
  if (typeof value !== 'object' || value === null || key === 'json') return value;
  const isDictionary = dictionaries.has(key);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      if (withoutFigures && name === 'total') return [];
      if (isDictionary || named.has(name)) return [[name, pruned(each, name, pruning)]];
      dropped.add(name);
      return [];
    }),
  );
}

/** Another vendor's server announces no extensions. */
async function withoutExtensions(route: Route): Promise<void> {
  const response = await route.fetch({ maxRetries: 3, timeout: 0 });
  const { extra, ...rest } = await response.json();
  const { extensions: _announced, ...settings } = extra;
  await route.fulfill({ response, json: { ...rest, extra: settings } });
}

/** Calls that only this server has. Another vendor's server answers them with 404. */
const isExtension = (path: string): boolean =>
  /\/views\/asts$|\/(explanation|report-card|trade-off|reliability|tickets|watch|explain|report|outlook|what-if)\b/.test(
    path,
  );

/** Ends a failed request whose page navigated or whose test ended. Without this, the network would stay busy. */
const giveUp = (route: Route) => route.abort().catch(() => {});

/**
 * Removes every field that the console may not rely on from the API's answers. With `withoutFigures` it also sets every
 * number to null and removes the totals of lists. Returns the names of the removed fields.
 */
export async function onlyNamedFields(
  context: BrowserContext,
  { withoutFigures = false }: { withoutFigures?: boolean } = {},
): Promise<Set<string>> {
  const dropped = new Set<string>();
  const answer = async (route: Route) => {
    if (isExtension(new URL(route.request().url()).pathname)) {
      return await route.fulfill({ status: 404, json: { errors: ['no such call'] } });
    }
    const response = await route.fetch({ maxRetries: 3, timeout: 0 });
    if (!(response.headers()['content-type'] ?? '').includes('json')) return await route.fulfill({ response });
    return await route.fulfill({ response, json: pruned(await response.json(), '', { dropped, withoutFigures }) });
  };
  await context.route(/\/v1\//, (route) => answer(route).catch(() => giveUp(route)));
  await context.route(/\/config\.json$/, (route) => withoutExtensions(route).catch(() => giveUp(route)));
  return dropped;
}
