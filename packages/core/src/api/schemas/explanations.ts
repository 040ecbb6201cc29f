import { limitPolicies } from '../../domain/limit-policy.ts';
import { modelModes } from '../../domain/model-mode.ts';
import * as z from './lazy.ts';
import { ifValid, openEnum, optionalText } from './measure.ts';
import { readableOf } from './readable.ts';

const figure = z.nullable(z.number());
const resource = z.enum(['cpu', 'memory']);
const modelMode = openEnum(modelModes);

/** Result of a request on past days, as unweighted means over the samples. */
const replayFiguresSchema = z.object({
  /** Number of days with samples. */
  days: z.number(),
  /** Unused share of the request, as a fraction. */
  slack: z.number(),
  /** Share of samples above the request, as a fraction. */
  timeOver: z.number(),
  /** Number of days on which usage exceeded the request. */
  daysOver: z.number(),
});

/** How the limit follows from the request. */
const explainedLimit = z.object({
  policy: z.enum(limitPolicies),
  /** The class of the pod, which stays the same; null if the limits are unknown. */
  qosClass: z.nullable(z.enum(['Guaranteed', 'Burstable', 'BestEffort'])),
  /** Null without a limit, and if it is unknown. */
  current: figure,
  value: figure,
  /** The request before LimitRanges and quotas changed it. */
  wantedRequest: z.number(),
  bounds: z.array(z.string()),
  reasons: z.array(z.string()),
});

const explainedRequest = z.object({
  container: z.string(),
  resource,
  /** In cores or bytes, like all amounts here. */
  value: z.number(),
  /** The result of the method, before bounds. It equals `value` unless `clamp` or `adjusted` gives a reason. */
  computed: z.number(),
  /**
   * Memory: the rule with the lowest cost: computed = statisticValue × multiplier. Null for CPU, whose method is the
   * constant request with the lowest past cost.
   */
  rule: z.nullable(
    z.object({
      statistic: z.enum(['p98', 'peak']),
      statisticValue: z.number(),
      multiplier: z.number(),
      replayedDays: z.number(),
    }),
  ),
  floor: z.number(),
  /** Memory: upper bound, 1.5 × the maximum of the last 14 days, unless a guard raises it. Null for CPU. */
  ceiling: z.optional(figure),
  clamp: z.nullable(z.enum(['floor', 'ceiling', 'level shift', 'out of memory'])),
  /** Extension of our server: the result of the rule, and why `value` differs from it. Null if it does not. */
  adjusted: ifValid(
    z.nullable(
      z.object({
        reason: z.string(),
        ruled: z.number(),
        /**
         * For a request that was raised because there are fewer pods: value = usage / (share × replicas), minus the
         * requests of other containers.
         */
        shared: z.optional(z.object({ replicas: z.number(), usage: z.number(), share: z.number() })),
      }),
    ),
  ),
  /** Penalty for an hour of usage above the request, in hours of a completely unused request. */
  lambda: z.number(),
  samples: z.object({ found: z.number(), expected: z.number() }),
  firstSample: z.string(),
  /** Result of `value` on the last 14 days. */
  replay: replayFiguresSchema,
  /** The weighted means that the method compared. They belong to `computed`. cost = slack + lambda × over. */
  judged: z.object({ slack: z.number(), over: z.number(), cost: z.number() }),
  /** The current request on the same days. */
  current: z.nullable(z.object({ request: z.number(), replay: replayFiguresSchema })),
  lastHourMedian: figure,
  outOfMemory: z.array(z.object({ at: z.string(), limitBytes: z.number() })),
  limit: ifValid(explainedLimit),
});

const explainedReplicas = z.object({
  metric: resource,
  current: z.number(),
  suggested: z.number(),
  minReplicas: z.number(),
  maxReplicas: z.number(),
  requestPerPod: z.number(),
  /** Target utilization of the pods, as a fraction, and whether it comes from the autoscaler. */
  target: z.number(),
  targetFrom: z.enum(['hpa', 'planned']),
  /** The forecast usage within these minutes at the quantile, and the number of pods for it. */
  quantile: z.number(),
  /** Extension of our server: 10 under an autoscaler, otherwise 60. Older servers plan 10. */
  horizonMinutes: ifValid(z.number()),
  expectedUsage: figure,
  planned: figure,
  /** Number of pods by the formula of the HorizontalPodAutoscaler for the newest sample. */
  reactive: figure,
  /** Extension of our server, without an autoscaler: a high quantile of the usage of the last week, and the pods for it. */
  lastWeek: ifValid(
    z.nullable(z.object({ quantile: z.number(), usage: z.number(), needed: z.number(), hours: z.number() })),
  ),
  /** Extension of our server: the other inputs of `reactive`, `suggested`, `minReplicas` and `maxReplicas`. */
  inputs: ifValid(
    z.object({
      leastReplicas: z.number(),
      newestUsage: z.number(),
      reactiveTarget: z.number(),
      lowUsage: z.number(),
      highestUsage: z.number(),
    }),
  ),
  /**
   * Extension of our server: with fewer pods, usage would exceed this share of their requests. Null if nothing prevents
   * fewer pods.
   */
  kept: ifValid(z.nullable(z.object({ resource, usage: z.number(), share: z.number() }))),
  bounds: z.nullable(z.object({ minReplicas: z.number(), maxReplicas: z.number() })),
});

const explainedForecast = z.object({
  metric: resource,
  /** Methods and weights of the combined one-hour forecast. The weights sum to 1. */
  weights: z.array(z.object({ expert: z.string(), weight: z.number() })),
  values: z.array(
    z.object({
      timestamp: z.string(),
      value: z.number(),
      quantiles: z.array(z.object({ level: z.number(), value: figure })),
    }),
  ),
});

const usageDistribution = z.object({
  /** Null: all pods together, which the replicas follow. */
  container: z.nullable(z.string()),
  resource,
  /** Time up to which samples are counted. */
  end: z.string(),
  /** Days with samples, of the last 14. */
  days: z.number(),
  /** `expected`: since the first sample. */
  samples: z.object({ found: z.number(), expected: z.number() }),
  /** The samples from `lowest` to `peak`, in bins of `step`. */
  lowest: z.number(),
  step: z.number(),
  counts: z.array(z.number()),
  p98: z.number(),
  peak: z.number(),
  /** The highest sample of each day with samples, oldest first. */
  dayPeaks: z.array(z.number()),
});

/** All inputs and intermediate results of a suggestion. */
export const explanationSchema = z.object({
  /** The suggestion that is explained. */
  id: optionalText,
  namespace: z.string(),
  name: z.string(),
  created: z.string(),
  publishedBecause: optionalText,
  /** Time up to which samples were last compared with the suggestion. */
  checked: optionalText,
  modelMode,
  why: z.string(),
  window: z.object({ start: z.string(), end: z.string(), stepSeconds: z.number() }),
  requests: readableOf(explainedRequest),
  replicas: z.catch(z.nullable(explainedReplicas), null),
  forecasts: readableOf(explainedForecast),
  /** Extension of our server: the distribution of the usage of the last 14 days. Absent if samples cannot be read. */
  usage: ifValid(readableOf(usageDistribution)),
  /** The queries that were sent to the metrics source; empty if it has no query language. */
  queries: z.array(z.object({ figure: z.string(), query: z.string() })),
});
export type Explanation = z.output<typeof explanationSchema>;
export type UsageDistribution = z.output<typeof usageDistribution>;

const tradeOffPoint = z.object({
  request: z.number(),
  /** Unused share of the request, as a fraction. */
  slack: z.number(),
  minutesAbovePerDay: z.number(),
  daysAbove: z.number(),
  /**
   * The price of the unused part of the request in all pods, as its share of a node; null when the price is unknown.
   */
  dollarsUnusedPerYear: figure,
});

const tradeOffMark = z.object({
  mark: z.enum(['current', ...modelModes]),
  /** The request of a point. For the target's own mode, it is the request of the current suggestion. */
  request: z.number(),
  /** The result of the method for this mode; null for the current request. */
  computed: figure,
  /**
   * Why `request` is not `computed` rounded up: a bound, a rule of the namespace, or the adjustment to the replicas.
   */
  reason: z.nullable(z.string()),
});

/** What other constant requests would have left unused on the last 14 days, and how often they would have been exceeded. */
export const tradeOffSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  created: z.string(),
  modelMode,
  /** The number of pods in the price. */
  replicas: figure,
  /** The requests that are suggested; empty for a target that does not scale its requests. */
  requests: readableOf(
    z.object({
      container: z.string(),
      resource,
      days: z.number(),
      /** Lowest request first. */
      points: z.array(tradeOffPoint),
      marks: readableOf(tradeOffMark),
      /** Sentences that explain unusual marks, such as a more reliable mode that requests less. */
      notes: z.optional(z.array(z.string())),
    }),
  ),
});
export type TradeOff = z.output<typeof tradeOffSchema>;

const shortfall = z.nullable(z.object({ at: z.string(), used: z.number(), request: z.number() }));

const judgedRequest = z.object({
  container: z.string(),
  resource,
  ...replayFiguresSchema.shape,
  /** The moment when usage exceeded the request most; null if it never did. */
  worstShortfall: shortfall,
});

/**
 * The highest five-minute value of a period, with a band that contains the outcome in four out of five cases.
 * `timestamp`: start of the hour.
 */
const bandedSchema = z.object({ timestamp: z.string(), value: z.number(), low: z.number(), high: z.number() });

const peaksSchema = z.object({
  /** The peak of the next 24 hours. */
  day: bandedSchema,
  /** The peak of the next seven days; null with less than ten days of samples. */
  week: z.nullable(bandedSchema),
});

/** The next day and week of a target, from the usage of all its pods together. */
export const outlookSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  created: z.string(),
  /** CPU in cores, memory in bytes. A resource without enough history for a band is left out. */
  resources: readableOf(z.object({ metric: resource, ...peaksSchema.shape, hours: z.array(bandedSchema) })),
  /** The replicas that the peaks need at the target utilization; null if replicas are not scaled. */
  replicas: z.catch(z.nullable(z.object({ metric: resource, ...peaksSchema.shape })), null),
});
export type Outlook = z.output<typeof outlookSchema>;

/** Accuracy of the forecasts and suggestions for a target. */
export const reportCardSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  created: z.string(),
  modelMode,
  window: z.object({ start: z.string(), end: z.string() }),
  /** Forecasts of the total usage. WAPE = sum of absolute errors ÷ sum of usage. */
  forecasts: readableOf(
    z.object({
      metric: resource,
      horizonMinutes: z.number(),
      samples: z.number(),
      wape: figure,
      seasonalNaiveWape: figure,
      /** The share of samples between the 10 % and the 90 % quantile of the forecast; null without quantiles. */
      coverage: z.optional(figure),
    }),
  ),
  /**
   * The result of each day's suggestion on that day. The suggestion is the published one, or one that is computed from
   * the days before. Before the first published suggestion, a request that was adjusted to the replicas is left out.
   */
  suggestions: readableOf(judgedRequest),
  /** The result of the current suggestion on past days. */
  replays: readableOf(z.object({ window: z.enum(['7d', '14d']), value: z.number(), ...judgedRequest.shape })),
});
export type ReportCard = z.output<typeof reportCardSchema>;
