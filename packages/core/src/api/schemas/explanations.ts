import * as z from 'zod/mini';

const figure = z.nullable(z.number());
const resource = z.enum(['cpu', 'memory']);

/** How a request did on whole days: plain means that anybody can recompute from the samples. */
const replayFiguresSchema = z.object({
  days: z.number(),
  /** The unused share of the request. */
  slack: z.number(),
  /** The share of samples above the request. */
  timeOver: z.number(),
  /** Days on which it was exceeded at least once. */
  daysOver: z.number(),
});

const explainedRequest = z.object({
  container: z.string(),
  resource,
  /** Cores or bytes, as are all amounts here. */
  value: z.number(),
  /** The rule that won: value = base × multiplier, unless `clamp` says what stands in its place. */
  base: z.enum(['busy', 'median', 'peak14']),
  baseValue: z.number(),
  multiplier: z.number(),
  floor: z.number(),
  /** CPU: 1.5 × the highest of the last 14 days, the most that is advised unless a guard raises it. */
  ceiling: z.optional(figure),
  clamp: z.nullable(z.enum(['floor', 'ceiling', 'level shift', 'out of memory'])),
  /** What an hour over the request costs, in hours of a fully idle request. */
  lambda: z.number(),
  samples: z.object({ found: z.number(), expected: z.number() }),
  firstSample: z.string(),
  /** What the winning rule did on this workload's own days; null with one day of history. */
  replay: z.nullable(replayFiguresSchema),
  /** The same as the tournament judged it: recent days weigh more, and a prior steadies it. cost = slack + lambda × over. */
  judged: z.object({ slack: z.number(), over: z.number(), cost: z.number() }),
  /** The request now, on the same days. */
  current: z.nullable(z.object({ request: z.number(), replay: z.nullable(replayFiguresSchema) })),
  lastHourMedian: figure,
  outOfMemory: z.array(z.object({ at: z.string(), limitBytes: z.number() })),
});

const explainedReplicas = z.object({
  metric: resource,
  current: z.number(),
  suggested: z.number(),
  minReplicas: z.number(),
  maxReplicas: z.number(),
  requestPerPod: z.number(),
  /** The utilization that pods are to run at, a fraction, and whether the autoscaler named it. */
  target: z.number(),
  targetFrom: z.enum(['hpa', 'planned']),
  /** The usage that the forecast's quantile expects within ten minutes, and the pods it needs. */
  quantile: z.number(),
  expectedUsage: figure,
  planned: figure,
  /** What the autoscaler's rule gives for the newest sample. */
  reactive: figure,
  bounds: z.nullable(z.object({ minReplicas: z.number(), maxReplicas: z.number() })),
});

const explainedForecast = z.object({
  metric: resource,
  /** What the forecast of an hour ahead is mixed from; the weights sum to 1. */
  weights: z.array(z.object({ expert: z.string(), weight: z.number() })),
  values: z.array(
    z.object({
      timestamp: z.string(),
      value: z.number(),
      quantiles: z.array(z.object({ level: z.number(), value: figure })),
    }),
  ),
});

/** Everything behind a suggestion and its `why`. */
export const explanationSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  created: z.string(),
  modelMode: z.enum(['balanced', 'cost_savings', 'max_assurance']),
  why: z.string(),
  window: z.object({ start: z.string(), end: z.string(), stepSeconds: z.number() }),
  requests: z.array(explainedRequest),
  replicas: z.nullable(explainedReplicas),
  forecasts: z.array(explainedForecast),
  /** What the metrics source was asked, in its own language; empty where it has none. */
  queries: z.array(z.object({ figure: z.string(), query: z.string() })),
});
export type Explanation = z.output<typeof explanationSchema>;

const shortfall = z.nullable(z.object({ at: z.string(), used: z.number(), request: z.number() }));

const judgedRequest = z.object({
  container: z.string(),
  resource,
  ...replayFiguresSchema.shape,
  /** When usage was farthest above the request; null when it never was. */
  worstShortfall: shortfall,
});

/** How forecasts and suggestions of a target did. */
export const reportCardSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  created: z.string(),
  modelMode: z.enum(['balanced', 'cost_savings', 'max_assurance']),
  window: z.object({ start: z.string(), end: z.string() }),
  /** Of the workload's total usage; WAPE is the sum of absolute errors ÷ the sum of usage. */
  forecasts: z.array(
    z.object({
      metric: resource,
      horizonMinutes: z.number(),
      samples: z.number(),
      wape: figure,
      seasonalNaiveWape: figure,
    }),
  ),
  /** What each day's suggestion, made from the days before it, did on that day. */
  suggestions: z.array(judgedRequest),
  /** What today's suggestion would have done, had it applied. */
  replays: z.array(z.object({ window: z.enum(['7d', '14d']), value: z.number(), ...judgedRequest.shape })),
});
export type ReportCard = z.output<typeof reportCardSchema>;
