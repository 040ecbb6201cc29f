import * as z from './lazy.ts';
import { identifier, openEnum } from './measure.ts';
import { readableOf } from './readable.ts';

const figure = z.nullable(z.number());
const loads = ['window', 'busiest_day', 'forecast'] as const;
/** Which requests and replicas the pods have: those of the workload, or the suggested ones. */
const assumptions = ['current', 'suggested'] as const;

/** Smallest and largest factor for the load. */
export const whatIfScale = { min: 0.1, max: 10 } as const;

/** POST …/what-if. `start` and `end` belong to `window`. */
export const whatIfRequestSchema = z.strictObject({
  load: z.enum(loads),
  start: z.optional(identifier),
  end: z.optional(identifier),
  scale: z.number().check(z.gte(whatIfScale.min), z.lte(whatIfScale.max)),
  assume: z.optional(z.enum(assumptions)),
});

/** Requests of a number of pods, and what they cost. */
const footprint = z.object({
  replicas: figure,
  cpu: figure,
  memory: figure,
  /** Requests ÷ size of a node. */
  nodeShares: z.object({ cpu: figure, memory: figure }),
  dollarsPerHour: figure,
});

const judgedContainer = z.object({
  container: z.string(),
  resource: z.enum(['cpu', 'memory']),
  request: figure,
  limit: figure,
  /** Highest usage of one pod. */
  highest: figure,
  minutesWithSamples: z.number(),
  minutesOverRequest: figure,
  minutesOverLimit: figure,
});

/** A workload under a scaled load. */
export const whatIfSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  created: z.string(),
  load: openEnum(loads),
  scale: z.number(),
  assume: openEnum(assumptions),
  window: z.object({ start: z.string(), end: z.string(), stepSeconds: z.number() }),
  samples: z.object({ found: z.number(), expected: z.number() }),
  /** Sentences that name what could not be computed, and why. */
  problems: z.array(z.string()),
  replicas: z.object({
    rule: openEnum(['autoscaler', 'fixed']),
    minReplicas: figure,
    maxReplicas: figure,
    /** The largest number of replicas that run, and the largest number that the load needs. */
    peak: figure,
    needed: figure,
    peakAt: z.nullable(z.string()),
    minutesShort: figure,
  }),
  containers: readableOf(judgedContainer),
  now: footprint,
  peak: footprint,
  /** Cost of the whole window. */
  dollars: figure,
  steps: z.array(
    z.object({
      timestamp: z.string(),
      cpu: figure,
      memory: figure,
      replicas: figure,
      cpuPerPod: figure,
      memoryPerPod: figure,
    }),
  ),
});
export type WhatIf = z.output<typeof whatIfSchema>;
