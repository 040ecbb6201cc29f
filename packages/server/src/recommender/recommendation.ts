import type { ModelMode, ResourceName } from '@trimtab/core';
import type { ObservedReplay } from './observed-replay.ts';
import type { SettledResource } from './pod-resources.ts';
import type { ReplicaSuggestion } from './replicas.ts';
import type { VerticalSuggestion } from './vertical.ts';

/** The suggested requests of one container. CPU in cores, memory in bytes; null if there is no suggestion yet. */
type ContainerAdvice = {
  readonly name: string;
  readonly cpu: number | null;
  readonly memory: number | null;
  /** The limits that go with the requests; null or absent if there are none or if they are unknown. */
  readonly cpuLimit?: number | null;
  readonly memoryLimit?: number | null;
};

/** The suggestion for a workload. */
export type Advice = {
  /** Empty for a target without vertical scaling. */
  readonly containers: readonly ContainerAdvice[];
  /** Null for a target without horizontal scaling, and if there is no metric to follow. */
  readonly replicas: number | null;
  /** The resource that the replicas follow; CPU when they follow none. */
  readonly metric: ResourceName;
  /** Sentences that explain the suggestion, with figures that can be checked against the samples. */
  readonly why: string;
};

/** Why a suggested request is not the result of its rule. */
export type Adjustment = { /** The result of the rule. */ readonly ruled: number } & (
  | {
      /** The request stays as it is, because the replicas (of an HPA, or the planned ones) follow this resource. */
      readonly kind: 'held';
      readonly by: 'hpa' | 'planned';
      /** The target of the HPA, as a fraction; null without an HPA. */
      readonly utilization: number | null;
    }
  | {
      /** The request was raised so that, with the suggested replicas, the pods use at most this share of it. */
      readonly kind: 'shared';
      readonly replicas: number;
      /** Of all pods, in cores or bytes. */
      readonly usage: number;
      readonly share: number;
    }
);

/** One suggested request with its inputs. */
export type SizedRequest = {
  readonly container: string;
  readonly resource: ResourceName;
  readonly samples: { readonly found: number; readonly expected: number };
  /** Epoch milliseconds. */
  readonly firstSampleAt: number;
  readonly suggestion: VerticalSuggestion;
  /** The current request and its replay on the same days as the suggested one; null without a request. */
  readonly current: { readonly request: number; readonly replay: ObservedReplay } | null;
  /** The median of the last hour, the input of the level-shift guard; null without samples. */
  readonly lastHour: number | null;
  /** Out-of-memory kills in the window. A `recent` kill raises the request. */
  readonly kills: readonly { readonly at: number; readonly limitBytes: number; readonly recent: boolean }[];
  /** Null if the value of the suggestion is the result of its rule. */
  readonly adjustment: Adjustment | null;
};

/** A suggested request: `suggestion.value` is the final value, as in a manifest. */
export type SettledRequest = SizedRequest & { readonly settled: SettledResource };

/** The usage of all pods that the replicas must serve, and the share of their requests that it may take. */
export type SharedUsage = { readonly resource: ResourceName; readonly usage: number; readonly share: number };

/** A suggested request, and the limit that goes with it, without their inputs. */
export type SuggestedRequest = Pick<SizedRequest, 'container' | 'resource'> & {
  readonly suggestion: Pick<VerticalSuggestion, 'value'>;
  readonly settled?: Pick<SettledResource, 'limit'>;
};

/** The suggested replicas with their inputs. */
export type ScaledReplicas = {
  readonly metric: ResourceName;
  readonly current: number;
  /** The request of one pod, in cores or bytes: the suggested one if the target also scales vertically. */
  readonly requestPerPod: number;
  /** The source of the target utilization. */
  readonly targetFrom: 'hpa' | 'planned';
  readonly bounds: { readonly minReplicas: number; readonly maxReplicas: number } | null;
  readonly suggestion: ReplicaSuggestion;
  /** What prevents fewer replicas: another resource, or the usage of a whole day. Null if nothing does. */
  readonly kept: SharedUsage | null;
  /** Whether the HPA keeps its bounds, because it also follows metrics whose need is unknown. Absent: it does not. */
  readonly keepsBounds?: true;
  /** The most replicas that the quotas of the namespace allow. Absent: there is no such quota. */
  readonly allowed?: number;
  /** Sentences about what else decided the replicas and bounds. Absent: nothing. */
  readonly notes?: readonly string[];
};

export type Recommendation = Advice & {
  readonly mode: ModelMode;
  /** The window of the samples, in epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly minReplicas: number | null;
  readonly maxReplicas: number | null;
  readonly sized: readonly SettledRequest[];
  readonly scaled: ScaledReplicas | null;
  /** Why no replicas can be suggested, whatever the samples are. Absent: they can be, or are not scaled. */
  readonly unscaled?: string;
};
