import type { ObservedReplay } from './observed-replay.ts';
import type { ReplicaSuggestion } from './replicas.ts';
import type { VerticalSuggestion } from './vertical.ts';
import type { ModelMode, Resource } from './vertical-rules.ts';

/** Requests for one container of every pod. CPU in cores, memory in bytes; null where nothing can be advised yet. */
export type ContainerAdvice = { readonly name: string; readonly cpu: number | null; readonly memory: number | null };

/** What a workload should ask for, and why. */
export type Advice = {
  /** Empty for a target whose requests are not scaled. */
  readonly containers: readonly ContainerAdvice[];
  /** Null for a target whose replicas are not scaled, and where nothing says how they should follow load. */
  readonly replicas: number | null;
  /** The resource that the replicas follow; CPU when they follow none. */
  readonly metric: Resource;
  /** Sentences that a person can check against the same samples. */
  readonly why: string;
};

/** One advised request, with everything it was decided from. */
export type SizedRequest = {
  readonly container: string;
  readonly resource: Resource;
  readonly samples: { readonly found: number; readonly expected: number };
  /** Epoch milliseconds. */
  readonly firstSampleAt: number;
  readonly suggestion: VerticalSuggestion;
  /** The request now, and how it would have done over the days that the rule was replayed on. */
  readonly current: { readonly request: number; readonly replay: ObservedReplay | null } | null;
  /** The median of the last hour, which the level-shift guard looks at; null without samples. */
  readonly lastHour: number | null;
  /** For lack of memory, within the window; a recent one keeps the request above what it asks for. */
  readonly kills: readonly { readonly at: number; readonly limitBytes: number; readonly recent: boolean }[];
};

/** The advised replicas, with everything they were decided from. */
export type ScaledReplicas = {
  readonly metric: Resource;
  readonly current: number;
  /** Cores or bytes that one pod requests: as advised where the target's requests are scaled too. */
  readonly requestPerPod: number;
  /** Where the target utilization comes from. */
  readonly targetFrom: 'hpa' | 'planned';
  readonly bounds: { readonly minReplicas: number; readonly maxReplicas: number } | null;
  readonly suggestion: ReplicaSuggestion;
};

export type Recommendation = Advice & {
  readonly mode: ModelMode;
  /** Epoch milliseconds: the window of the samples. */
  readonly start: number;
  readonly end: number;
  readonly minReplicas: number | null;
  readonly maxReplicas: number | null;
  readonly sized: readonly SizedRequest[];
  readonly scaled: ScaledReplicas | null;
};
