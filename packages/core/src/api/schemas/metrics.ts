import * as z from './lazy.ts';
import { arrayOf, identifier, ifValid, listOf, listOrNone, measure, optionalText } from './measure.ts';
import { readableOf } from './readable.ts';

export const metricTypes = ['average', 'value', 'utilization', 'total', 'scaleMode'] as const;
export const metricTargetTypes = ['deployment', 'container', 'namespace', 'ast'] as const;

/** Distinguishes series with the same metric name; empty if the server does not send it. */
const kind = z.catch(z.string(), '');

/** Null or absent: the server does not send these values. */
const moreValues = ifValid(z.nullable(z.array(measure)));

const seriesMetric = z.object({
  metricName: z.string(),
  metricType: kind,
  targetType: kind,
  targetName: optionalText,
  id: optionalText,
  values: listOrNone(measure),
  predicted: moreValues,
  /** Extension of our server, for the total of a workload: what its ready pods requested. */
  requested: moreValues,
  /**
   * Extensions like `requested`: how many pods were ready, and the range around `predicted` that should contain 80 % of
   * the samples.
   */
  pods: moreValues,
  predictedLow: moreValues,
  predictedHigh: moreValues,
});
/** Aligned series: every `values` has the length of `periods`. CPU in cores, memory in bytes; null where unknown. */
export const seriesSchema = z.object({ periods: listOrNone(z.string()), metrics: readableOf(seriesMetric) });
export type Series = z.output<typeof seriesSchema>;
export const seriesListSchema = listOf(seriesSchema);

const averageValue = ifValid(z.object({ averageValue: measure }));

/** Average usage per pod of each container in the last five minutes, and its request. */
export const currentMetricsSchema = z.object({
  namespace: optionalText,
  name: optionalText,
  containers: arrayOf(
    z.object({
      name: z.string(),
      metrics: arrayOf(z.object({ name: z.string(), averageValue: measure, averageRequest: z.optional(measure) })),
    }),
  ),
  cpu: averageValue,
  memory: averageValue,
});
export type CurrentMetrics = z.output<typeof currentMetricsSchema>;
export const currentMetricsListSchema = listOf(currentMetricsSchema);

export const metricDescriptorSchema = z.object({
  /** Empty if the server sends names only. */
  id: z.catch(z.string(), ''),
  metricName: z.string(),
  metricType: kind,
  targetType: kind,
  targetName: optionalText,
  namespace: optionalText,
  unit: optionalText,
});
export type MetricDescriptor = z.output<typeof metricDescriptorSchema>;
export const metricCatalogSchema = listOf(metricDescriptorSchema);

/** The two parts of a target's identity. */
export const targetNameSchema = z.strictObject({ namespace: identifier, name: identifier });
export type TargetName = z.output<typeof targetNameSchema>;
export const targetNamesSchema = z.strictObject({ targets: z.array(targetNameSchema) });
export const metricsBulkRequestSchema = z.strictObject({
  metricIds: z.array(identifier),
  start: identifier,
  end: identifier,
});
