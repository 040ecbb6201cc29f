import type { JsonSchema } from './openapi-schemas.ts';

/**
 * What fields mean: units, and what 0 and null say. By the end of a field's path in the document, such as
 * `Hpa.metrics[].target.value`; the longest that fits wins. Beside the schemas, because a page loads those.
 */
const meanings: Readonly<Record<string, string>> = {
  total: 'How many there are in all, whatever page was asked for.',
  computing: 'True while some figures are still being computed: asking again in a moment brings more.',
  problem: 'Why figures are missing, as a sentence; absent where none is.',
  incomplete: 'What the figures lack, in sentences; absent when they lack nothing.',
  'Hpa.min_replicas': 'Pods that the autoscaler never goes below.',
  'Hpa.max_replicas': 'Pods that the autoscaler never goes above.',
  'Hpa.metrics[].target.value':
    'In what `type` says: a whole percentage for a utilization, the metric’s own unit else.',
  cpu_request: 'Cores that one pod’s container asks for; absent where it asks for none.',
  cpu_limit: 'Cores that one pod’s container may use; absent without a limit.',
  memory_request: 'Bytes that one pod’s container asks for; absent where it asks for none.',
  memory_limit: 'Bytes that one pod’s container may use; absent without a limit.',
  current_replicas:
    'Ready pods; those asked for where readiness is unknown. 0 is a workload scaled down, null unknown.',
  'average_requests.cpu': 'Cores that one pod’s container asks for; null where it asks for none.',
  'average_requests.memory': 'Bytes that one pod’s container asks for; null where it asks for none.',
  cpu_core_hours: 'Cores × hours within the bucket. 0 where nothing was saved or wasted, null where nothing is known.',
  memory_byte_hours:
    'Bytes × hours within the bucket. 0 where nothing was saved or wasted, null where nothing is known.',
  'resource_savings.cpu_core_hours': 'Cores × hours saved over the whole window; negative where more is asked for now.',
  'resource_savings.memory_byte_hours':
    'Bytes × hours saved over the whole window; negative where more is asked for now.',
  'Kpi.value': 'A count of targets, or US dollars a year where `unit` is `currency`. Null when none could be judged.',
  cpu_utilization: 'Mean CPU use of 24 hours ÷ CPU request: a fraction, above 1 when it uses more. Null when unknown.',
  memory_utilization: 'Mean memory use of 24 hours ÷ memory request: a fraction. Null when unknown.',
  hourly_waste_savings:
    'US dollars an hour. Recommendation: what is wasted, negative when the target needs more; autonomous: what is saved. Null when unknown.',
  'cpu.optimized.total_usage': 'Cores used on average, all pods together; null without samples.',
  'cpu.optimized.total_request':
    'Cores requested with suggestions applied, all pods together; null without a suggestion.',
  'cpu.unoptimized.total_usage': 'Cores used on average, all pods together; null without samples.',
  'cpu.unoptimized.total_request':
    'Cores requested without suggestions, all pods together; null where some container has no request.',
  'memory.optimized.total_usage': 'Bytes used on average, all pods together; null without samples.',
  'memory.optimized.total_request':
    'Bytes requested with suggestions applied, all pods together; null without a suggestion.',
  'memory.unoptimized.total_usage': 'Bytes used on average, all pods together; null without samples.',
  'memory.unoptimized.total_request':
    'Bytes requested without suggestions, all pods together; null where some container has no request.',
  'hourly_cost.optimized.cpu': 'US dollars an hour for the CPU requested with suggestions applied; null when unknown.',
  'hourly_cost.optimized.memory':
    'US dollars an hour for the memory requested with suggestions applied; null when unknown.',
  'hourly_cost.unoptimized.cost': 'US dollars an hour without suggestions; null when unknown.',
  node_cpu_cores: 'Cores of one node; above 0.',
  node_memory_bytes: 'Bytes of memory of one node; above 0.',
  node_hourly_cost: 'US dollars an hour for one node; above 0.',
  raw: 'US dollars an hour as it is; null when unknown.',
  withSuggestions: 'US dollars an hour with this direction’s suggestion applied; null without a suggestion.',
  'Unoptimized.replicas': 'Pods before autonomous mode.',
  'requests.cpu': 'Cores that one pod’s container asked for; 0, null or absent where it asked for none.',
  'requests.memory': 'Bytes that one pod’s container asked for; 0, null or absent where it asked for none.',
  averageValue: 'Cores or bytes used per pod, the mean of the last five minutes; 0 is idle, null without samples.',
  averageRequest: 'Cores or bytes that one pod’s container asks for; null where it asks for none.',
  'cpu.averageValue':
    'Cores used per pod, containers summed, the mean of the last five minutes; null when one has no samples.',
  'memory.averageValue':
    'Bytes used per pod, containers summed, the mean of the last five minutes; null when one has no samples.',
  'Series.metrics[].values[]':
    'One for each period: cores, bytes or pods, or a fraction for a utilization. Null where there was no sample.',
  'Series.metrics[].predicted[]': 'What was forecast for each period, in the same unit; null where nothing was.',
  'LabelledSeries.metrics[].values[]': 'One for each period, as the connector has it; null where there was no sample.',
  stepSeconds: 'Seconds between two samples.',
  'Explanation.requests[].value': 'Cores or bytes suggested for one pod’s container, as are all amounts here.',
  baseValue: 'The statistic that the winning rule starts from, in cores or bytes.',
  multiplier: 'What the base is multiplied by.',
  floor: 'The least that is suggested, in cores or bytes.',
  lambda: 'What an hour over the request costs, in hours of a fully idle request.',
  'samples.found': 'Five-minute samples in the window.',
  'samples.expected': 'Five-minute samples that a window without gaps has.',
  days: 'Whole days that this was judged on.',
  slack: 'The unused share of the request, a fraction; 0 when all of it was used.',
  timeOver: 'The share of samples above the request, a fraction; 0 when none was.',
  daysOver: 'Days on which the request was exceeded at least once.',
  'judged.slack': 'The unused share as the tournament judged it: recent days weigh more, and a prior steadies it.',
  'judged.over': 'The share of time (and, for CPU, of work) over the request, judged in the same way.',
  'judged.cost': 'slack + lambda × over: the rule with the least wins.',
  'current.request': 'Cores or bytes that one pod’s container asks for now.',
  lastHourMedian: 'Median of the last hour, in cores or bytes; null without samples in it.',
  limitBytes: 'The memory limit that the container was killed at, in bytes.',
  'replicas.current': 'Ready pods now.',
  'replicas.suggested': 'Pods suggested, within the bounds.',
  minReplicas: 'The fewest pods that are advised; null without advice on replicas.',
  maxReplicas: 'The most pods that are advised; null without advice on replicas.',
  'bounds.minReplicas': 'The autoscaler’s own lower bound.',
  'bounds.maxReplicas': 'The autoscaler’s own upper bound.',
  requestPerPod: 'Cores or bytes that one pod asks for, containers summed.',
  'replicas.target': 'The utilization that pods are to run at, a fraction.',
  'replicas.quantile': 'The quantile of the forecast that is planned for, a fraction.',
  expectedUsage:
    'What that quantile expects within ten minutes, all pods together, in cores or bytes; null without a forecast.',
  planned: 'Pods that the expected usage needs at the target; null without a forecast.',
  reactive: 'Pods that the autoscaler’s rule gives for the newest sample; null without one.',
  weight: 'This expert’s share of the mix, a fraction; the weights sum to 1.',
  'forecasts[].values[].value': 'Expected usage of the whole workload, in cores or bytes.',
  level: 'The quantile’s level, a fraction.',
  'quantiles[].value':
    'Usage that stays below this with the probability of the level, in cores or bytes; null when unknown.',
  horizonMinutes: 'How far ahead was forecast, in minutes.',
  'forecasts[].samples': 'Forecasts that could be compared with what came.',
  wape: 'Sum of absolute errors ÷ sum of usage: a fraction, 0 is perfect. Null when nothing could be compared.',
  seasonalNaiveWape: 'The same of a forecast that repeats the day before: what ours has to beat.',
  'worstShortfall.used': 'Usage when it was farthest above the request, in cores or bytes.',
  'worstShortfall.request': 'The request at that time, in cores or bytes.',
  'replays[].value': 'The request that was replayed: today’s suggestion, in cores or bytes.',
  'QueueStats.pending': 'Jobs that nobody has, among them those that were popped and abandoned.',
  'QueueStats.running': 'Jobs that somebody has.',
  'QueueStats.completed': 'Jobs that were finished; a new one is made an hour after they were made.',
  'QueueStats.failed': 'Jobs that failed; a new one is made an hour after they were made.',
  currentReplicas: 'Ready pods when it was computed; null when unknown. 0 is a workload scaled down.',
  suggestedReplicas: 'Pods suggested; null without advice on replicas.',
  'recommendations[].value': 'The request suggested for one pod’s container: cores for `cpu`, bytes for `memory`.',
};

/** Longest first: the first that fits is the one that says most. */
const byLength = Object.entries(meanings).toSorted(([a], [b]) => b.length - a.length);

/** The meaning of a field by its path; with the entry that says it. */
export const meaningOf = (path: string): { readonly entry: string; readonly text: string } | null => {
  const found = byLength.find(([end]) => path === end || path.endsWith(`.${end}`));
  return found === undefined ? null : { entry: found[0], text: found[1] };
};

export const meaningEntries: readonly string[] = Object.keys(meanings);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with a description in every field whose meaning is told. */
export const describeFields = (schema: JsonSchema, path: string): JsonSchema => {
  const { properties, items, anyOf, additionalProperties } = schema;
  const text = path.includes('.') ? meaningOf(path)?.text : undefined;
  return {
    ...schema,
    ...(text === undefined ? {} : { description: text }),
    ...(isSchema(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [
              name,
              isSchema(each) ? describeFields(each, `${path}.${name}`) : each,
            ]),
          ),
        }
      : {}),
    ...(isSchema(items) ? { items: describeFields(items, `${path}[]`) } : {}),
    ...(isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0
      ? { additionalProperties: describeFields(additionalProperties, `${path}{}`) }
      : {}),
    ...(Array.isArray(anyOf)
      ? { anyOf: anyOf.map((each: unknown) => (isSchema(each) && isObject(each) ? describeFields(each, path) : each)) }
      : {}),
  };
};

/** What is an alternative to null is described once, at the field itself. */
const isObject = ({ properties, items }: JsonSchema): boolean => isSchema(properties) || isSchema(items);
