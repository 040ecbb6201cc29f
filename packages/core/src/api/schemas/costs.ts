import * as z from './lazy.ts';
import { arrayOf, identifier, ifValid, listOf, measure, optionalText } from './measure.ts';
import { readableOf } from './readable.ts';

/** Capacity and price of a node: cores, bytes, dollars an hour. */
export const nodeSettingsSchema = z.object({
  node_cpu_cores: z.number().check(z.positive()),
  node_memory_bytes: z.number().check(z.positive()),
  node_hourly_cost: z.number().check(z.positive()),
});
export type NodeSettings = z.output<typeof nodeSettingsSchema>;

/** A missing direction is read as unknown, so that it invalidates neither the other direction nor the list. */
const costPair = z.catch(z.object({ raw: measure, withSuggestions: measure }), { raw: null, withSuggestions: null });

/** Cost in dollars an hour per direction, current and with suggestions; null when unknown. */
export const potentialSavingsSchema = z.object({
  namespace: optionalText,
  name: optionalText,
  horizontalCost: costPair,
  verticalCost: costPair,
  /** Extension of our server: what applying all suggestions together saves. Null in autonomous mode and when unknown. */
  net_hourly_savings: z.optional(measure),
});
export type PotentialSavings = z.output<typeof potentialSavingsSchema>;
export const potentialSavingsListSchema = listOf(potentialSavingsSchema);

const variant = z.catch(z.object({ total_usage: z.optional(measure), total_request: z.optional(measure) }), {});
const noVariants = () => ({ optimized: {}, unoptimized: {} });
const variants = z.catch(z.object({ optimized: variant, unoptimized: variant }), noVariants);
const comparedCost = z.object({
  optimized: z.catch(z.object({ cpu: measure, memory: measure }), { cpu: null, memory: null }),
  unoptimized: z.catch(z.object({ cost: measure }), { cost: null }),
});

/** Usage, requests and cost of a target with and without optimization, summed over replicas. */
export const comparisonSchema = z.object({
  namespace: optionalText,
  name: optionalText,
  resources: z.catch(z.object({ cpu: variants, memory: variants }), () => ({
    cpu: noVariants(),
    memory: noVariants(),
  })),
  hourly_cost: z.catch(comparedCost, () => ({
    optimized: { cpu: null, memory: null },
    unoptimized: { cost: null },
  })),
  problem: optionalText,
});
export type Comparison = z.output<typeof comparisonSchema>;
export const comparisonListSchema = listOf(comparisonSchema);

const hoursSchema = z.catch(z.object({ cpu_core_hours: measure, memory_byte_hours: measure }), () => ({
  cpu_core_hours: null,
  memory_byte_hours: null,
}));
/** Resource-hours: amount × hours. Null when unknown. */
export type ResourceHours = z.output<typeof hoursSchema>;

export const costBuckets = ['Month', 'Week', 'Day'] as const;
export type CostBucket = (typeof costBuckets)[number];

/** Unreadable times come last. */
function byTime(one: { timestamp: string }, other: { timestamp: string }): number {
  const [a, b] = [Date.parse(one.timestamp), Date.parse(other.timestamp)];
  return Number.isNaN(a) || Number.isNaN(b) ? Number(Number.isNaN(a)) - Number(Number.isNaN(b)) : a - b;
}

export const costAnalysisSchema = z.object({
  /** Read in the order of time. Servers may send another order. */
  breakdown: readableOf(z.object({ timestamp: z.string(), realized: hoursSchema, unrealized: hoursSchema }), byTime),
  contributors: readableOf(z.object({ name: z.string(), resource_savings: hoursSchema })),
  /** Extension of our server: sentences that name the incomplete figures. Absent when all are complete. */
  incomplete: ifValid(z.array(z.string())),
});
export type CostAnalysis = z.output<typeof costAnalysisSchema>;

const packing = z.object({
  nodes: z.number(),
  hourly_cost: z.number(),
  binding: z.catch(z.nullable(z.enum(['cpu', 'memory'])), null),
  unplaced: z.number(),
});
/** Extension of our server: the real nodes, and on how many of them the pods fit now and after all suggestions. */
export const nodeCostsSchema = z.object({
  groups: arrayOf(
    z.object({
      instance_type: z.nullable(z.string()),
      region: z.nullable(z.string()),
      capacity_type: z.nullable(z.string()),
      nodes: z.number(),
      cpu_cores: z.number(),
      memory_bytes: z.number(),
      hourly_cost: z.number(),
      price: z.string(),
    }),
  ),
  nodes: z.number(),
  hourly_cost: measure,
  now: z.nullable(packing),
  suggested: z.nullable(packing),
  paper_hourly_savings: measure,
  realizable_hourly_savings: measure,
  incomplete: z.optional(arrayOf(z.string())),
});
export type NodeCosts = z.output<typeof nodeCostsSchema>;

const request = z.optional(z.nullable(z.number().check(z.nonnegative())));

/** POST …/unoptimized: the state of a workload before autonomous mode. */
export const unoptimizedSchema = z.strictObject({
  replicas: z.int().check(z.nonnegative()),
  containers: z
    .array(z.strictObject({ name: identifier, requests: z.strictObject({ cpu: request, memory: request }) }))
    .check(z.minLength(1)),
});
