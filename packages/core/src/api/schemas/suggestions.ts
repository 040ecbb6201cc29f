import * as z from './lazy.ts';
import { count, identifier, ifValid, listOf, listOrNone, measure, optionalText } from './measure.ts';
import { targetNameSchema } from './metrics.ts';
import { readableOf } from './readable.ts';

/** A suggestion for a target, and the reason for it. */
export const suggestionSchema = z.object({
  /** Identifies the published suggestion. An extension of our server. */
  id: optionalText,
  created: z.catch(z.nullable(z.string()), null),
  /** Why it replaced the suggestion before it. An extension of our server. */
  publishedBecause: optionalText,
  why: z.catch(z.string(), ''),
  metric: z.catch(z.string(), ''),
  currentReplicas: z.optional(count),
  suggestedReplicas: z.optional(count),
  minReplicas: z.optional(count),
  maxReplicas: z.optional(count),
  /**
   * Extension of our server: the `minReplicas` of the HPA for the next minutes. It is recomputed every five minutes.
   */
  floorReplicas: z.optional(count),
  forecasts: readableOf(
    z.object({
      metric: z.string(),
      values: listOrNone(
        z.object({
          timestamp: z.string(),
          value: measure,
          /** Quantiles of the forecast. An extension of our server. */
          quantiles: ifValid(z.array(z.object({ level: z.number(), value: measure }))),
        }),
      ),
    }),
  ),
  resourceRecommendations: z.catch(
    z.array(
      z.object({
        container: z.string(),
        recommendations: listOrNone(
          z.object({
            resource: z.catch(z.string(), ''),
            /** Cores or bytes, or a Kubernetes quantity such as "250m". */
            value: z.catch(z.nullable(z.union([z.number(), z.string()])), null),
            /** The limit that goes with the request. Null: none. Absent: unknown. An extension of our server. */
            limit: ifValid(z.nullable(z.union([z.number(), z.string()]))),
            /** Why the limit changes, or what limited the request. An extension of our server. */
            reason: optionalText,
          }),
        ),
      }),
    ),
    [],
  ),
});
export type Suggestion = z.output<typeof suggestionSchema>;
export const suggestionListSchema = z.extend(listOf(suggestionSchema), {
  /** Extension of our server: why there is no current suggestion. Sent with `active=true`. */
  reason: optionalText,
});

export const suggestionOutcomesSchema = listOf(
  z.object({
    namespace: z.string(),
    name: z.string(),
    suggestion: ifValid(suggestionSchema),
    error: optionalText,
  }),
);
export type SuggestionOutcomes = z.output<typeof suggestionOutcomesSchema>;

export const forecastJobSchema = z.object({
  id: z.string(),
  namespace: z.string(),
  name: z.string(),
  created: z.string(),
});
export const queueStatsSchema = z.object({ pending: measure, running: measure, completed: measure, failed: measure });
export type QueueStats = z.output<typeof queueStatsSchema>;
const jobStates = ['completed', 'failed'] as const;
export const jobStatusSchema = z.strictObject({ state: z.enum(jobStates) });

/** POST …/suggestions/bulk of a namespace. Without names: all its targets. */
export const namesSchema = z.strictObject({ names: z.optional(z.array(identifier)) });
/** POST /v1/ast/suggestions/bulk. Without targets: all targets. */
export const someTargetsSchema = z.strictObject({ targets: z.optional(z.array(targetNameSchema)) });
