import * as z from './lazy.ts';
import { openEnum } from './measure.ts';
import { readableOf } from './readable.ts';

const figure = z.nullable(z.number());
const instant = z.nullable(z.string());
const resource = z.enum(['cpu', 'memory']);

/** One figure of the window. */
const observedFigure = z.object({
  value: figure,
  /** The newest occurrence in the window; null if there was none, or if the value is unknown. */
  last: instant,
  /** The start of the part of the window that was observed; null if the value is unknown. */
  since: instant,
  /** A sentence with the reason why the value is null. */
  unknown: z.nullable(z.string()),
});
export type ObservedFigure = z.output<typeof observedFigure>;

const reliabilityEventKinds = ['oomKill', 'restart', 'deployment', 'request', 'limit'] as const;

const event = z.object({
  at: z.string(),
  kind: openEnum(reliabilityEventKinds),
  container: z.nullable(z.string()),
  /** For out-of-memory kills and restarts, the number of pods in these five minutes. Otherwise 1. */
  count: z.number(),
  /** Deployments: the name of the new ReplicaSet or image. */
  version: z.optional(z.string()),
  /** Changes of a request or limit: in cores or bytes. */
  resource: z.optional(resource),
  from: z.optional(figure),
  to: z.optional(figure),
});
export type ReliabilityEvent = z.output<typeof event>;

/** How reliably the containers of a target ran in the last seven days, and what happened to them in the last 14. */
export const reliabilitySchema = z.object({
  namespace: z.string(),
  name: z.string(),
  created: z.string(),
  window: z.object({ start: z.string(), end: z.string() }),
  oomKills: observedFigure,
  restarts: observedFigure,
  throttling: observedFigure,
  cpuAbove: observedFigure,
  memoryAbove: observedFigure,
  memoryOfLimit: observedFigure,
  leak: z.object({
    isSeen: z.nullable(z.boolean()),
    container: z.nullable(z.string()),
    bytesPerDay: figure,
    hoursToLimit: figure,
    unknown: z.nullable(z.string()),
  }),
  eventsSince: instant,
  /** Oldest first. */
  events: readableOf(event),
  /** The limits of one pod over the time of the events. Each applies until the next limit of the same resource. */
  limits: readableOf(z.object({ at: z.string(), resource, perPod: figure })),
  incomplete: z.optional(z.array(z.string())),
});
export type Reliability = z.output<typeof reliabilitySchema>;
