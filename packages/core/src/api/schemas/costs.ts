import * as z from './lazy.ts';
import { arrayOf, identifier, listOf, measure, optionalText } from './measure.ts';

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
const variants = z.catch(z.object({ optimized: variant, unoptimized: variant }), () => ({
  optimized: {},
  unoptimized: {},
}));
const comparedCost = z.object({
  optimized: z.catch(z.object({ cpu: measure, memory: measure }), { cpu: null, memory: null }),
  unoptimized: z.catch(z.object({ cost: measure }), { cost: null }),
});

/** Usage, requests and cost of a target with and without optimization, summed over replicas. */
export const comparisonSchema = z.object({
  namespace: optionalText,
  name: optionalText,
  resources: z.object({ cpu: variants, memory: variants }),
  hourly_cost: z.catch(comparedCost, () => ({
    optimized: { cpu: null, memory: null },
    unoptimized: { cost: null },
  })),
  problem: optionalText,
});
export type Comparison = z.output<typeof comparisonSchema>;
export const comparisonListSchema = listOf(comparisonSchema);

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
  containers: z.array(
    z.strictObject({
      name: identifier,
      requests: z.strictObject({ cpu: request, memory: request }),
    }),
  ),
});
