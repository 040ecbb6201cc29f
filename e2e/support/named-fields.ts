import type { BrowserContext, Route } from 'playwright/test';

/** The names of fields that console.md says are read (its sections 3 and 7), and no other. */
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
  // Without a node nothing at all could be priced, and settings are not a value that may be missing.
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

/** Calls that console.md does not know: a server that speaks only its words answers them 404. */
const isOurs = (path: string): boolean => /\/(explanation|report-card|tickets|watch|explain|report)\b/.test(path);

/**
 * Makes our server one that says only what console.md names, and with `withoutFigures` one that knows no figure: each is
 * null, and no list has a total. Answers the names of what was left out.
 */
export async function onlyNamedFields(
  context: BrowserContext,
  { withoutFigures = false }: { withoutFigures?: boolean } = {},
): Promise<Set<string>> {
  const dropped = new Set<string>();
  const answer = async (route: Route) => {
    if (isOurs(new URL(route.request().url()).pathname)) {
      return await route.fulfill({ status: 404, json: { errors: ['no such call'] } });
    }
    const response = await route.fetch();
    if (!(response.headers()['content-type'] ?? '').includes('json')) return await route.fulfill({ response });
    return await route.fulfill({ response, json: pruned(await response.json(), '', { dropped, withoutFigures }) });
  };
  // A page that has gone on waits for no answer, and a test that is over has no browser any more.
  await context.route(/\/v1\//, (route) => answer(route).catch(() => {}));
  return dropped;
}
