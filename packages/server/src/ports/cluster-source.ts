import type { QosClass, ResourceName } from '@trimtab/core';
import type { Ask, Listing, Scope } from './listing.ts';

/** A workload that owns pods. ReplicaSets count as part of the Deployment or Rollout that created them. */
export type WorkloadIdentity = { readonly namespace: string; readonly kind: string; readonly name: string };

export type HpaMetric = {
  readonly type: 'Object' | 'Pod' | 'Resource' | 'External';
  readonly name: string | null;
  /**
   * The container whose usage the HPA follows. In Kubernetes, such a metric has the type ContainerResource; here its type is
   * Resource. Absent if the HPA follows the usage of whole pods, or if the source does not report the container.
   */
  readonly container?: string;
  /** Whole per cent for a utilization; otherwise in cores, bytes or the unit of the metric. */
  readonly target: { readonly type: 'Utilization' | 'AverageValue' | 'AverageUtilization'; readonly value: number };
};

export type HpaState = {
  readonly name: string;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly metrics: readonly HpaMetric[];
  /** Why the autoscaler does not scale at the moment, in Kubernetes' words. Absent: it scales, or this is unknown. */
  readonly problem?: string;
};

/** One container of the pod template, with the requests of one pod. CPU in cores, memory in bytes. */
export type ContainerSpec = {
  readonly name: string;
  /** Null when there is no request or it is unknown. A request of 0 counts as no request: null. */
  readonly cpuRequest: number | null;
  readonly memoryRequest: number | null;
  /** The resources whose request is null because the source does not know it. Absent: none. */
  readonly unknownRequests?: readonly ResourceName[];
  /** Null if the container has no limit. Absent: its limits are unknown. */
  readonly limits?: { readonly cpu: number | null; readonly memory: number | null };
  /** A native sidecar: an init container that restarts. Absent: an ordinary container. */
  readonly sidecar?: true;
};

/** One resource in a LimitRange. CPU in cores, memory in bytes; null if the LimitRange sets no value. */
export type LimitRangeItem = {
  readonly name: string;
  /** What the values limit: each container, or the sums over all containers of a pod. */
  readonly type: 'Container' | 'Pod';
  readonly resource: 'cpu' | 'memory';
  readonly min: number | null;
  readonly max: number | null;
  /** The largest limit, as a multiple of the request. */
  readonly maxRatio: number | null;
};

/** One resource in a ResourceQuota, summed over all pods of the namespace. CPU in cores, memory in bytes. */
export type QuotaItem = {
  readonly name: string;
  readonly resource: 'cpu' | 'memory';
  readonly of: 'requests' | 'limits';
  readonly hard: number;
  readonly used: number;
};

/** The rules of a namespace for the resources of its containers. */
export type NamespaceRules = {
  readonly limitRanges: readonly LimitRangeItem[];
  readonly quotas: readonly QuotaItem[];
};

/** Who wrote the requests into the template of a workload, from its managed fields. */
export type FieldManager = {
  readonly name: string;
  /** Whether it uses server-side apply, so that its next apply reverts a changed value. */
  readonly applies: boolean;
  readonly tool: 'Argo CD' | 'Flux Kustomization' | 'Flux HelmRelease' | 'Helm' | null;
  /** The Application, Kustomization or release, such as `flux-system/apps`; null if unknown. */
  readonly object: string | null;
};

/** Other objects and tools in the cluster that decide about the requests, replicas and pods of a workload. */
export type Rivals = {
  /** Sentences that name what could not be read. Absent: nothing. */
  readonly unknown?: readonly string[];
  readonly managers: readonly FieldManager[];
  /** Where the template has its containers and sidecars, such as `initContainers/0`. The field paths of Flux use this. */
  readonly places: readonly string[];
  readonly vpas: readonly { readonly name: string; readonly mode: string; readonly recommender: string | null }[];
  readonly scaledObjects: readonly {
    readonly name: string;
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly triggers: readonly string[];
  }[];
  /** `allowed`: how many pods may be evicted now. `demand`: the rule of the budget, such as `minAvailable 2`. */
  readonly budgets: readonly { readonly name: string; readonly allowed: number; readonly demand: string }[];
};

/** The current state of a workload in the cluster. */
export type Workload = WorkloadIdentity & {
  /** Its cluster, which is the prefix of its namespace. Absent: there is only one cluster. */
  readonly cluster?: string;
  readonly apiVersion: string;
  /** Desired replicas; null when unknown. */
  readonly replicas: number | null;
  /** Ready pods; null when unknown. */
  readonly readyReplicas: number | null;
  readonly containers: readonly ContainerSpec[];
  /** The names of the containers that its pods have and its template does not. Absent: the template is unknown. */
  readonly injected?: readonly string[];
  /** The quality-of-service class of its newest pod, which also depends on init containers. Absent: unknown. */
  readonly qosClass?: QosClass;
  /**
   * The largest requests and limits of the init containers that are not sidecars: a pod needs at least these, because they
   * run before its containers. Absent: none, or unknown.
   */
  readonly largestInit?: {
    readonly requests: Readonly<Record<ResourceName, number>>;
    readonly limits: Readonly<Record<ResourceName, number>>;
  };
  readonly hpa: HpaState | null;
  /** How many additional pods a rolling update may start. Absent: unknown. */
  readonly maxSurge?: number;
  /** Absent: the namespace has no rules, or they are unknown. */
  readonly rules?: NamespaceRules;
  /**
   * The nodes that accept its pods, without those that another one equals or exceeds. If all nodes have taints that it does
   * not tolerate, they all count. Absent: the nodes are unknown.
   */
  readonly largestNodes?: readonly NodeRoom[];
  /** Absent: the source does not know. */
  readonly rivals?: Rivals;
};

/** What the pods of a node can request together. CPU in cores, memory in bytes. */
export type NodeRoom = Pick<NodeState, 'name' | 'cpu' | 'memory'>;

/** A node. CPU in cores, memory in bytes. */
export type NodeState = {
  readonly name: string;
  /** Absent: there is only one cluster. */
  readonly cluster?: string;
  /** The amount that its pods can request. */
  readonly cpu: number;
  readonly memory: number;
  readonly capacityCpu: number;
  readonly instanceType: string | null;
  readonly region: string | null;
  readonly capacityType: 'spot' | 'on-demand' | null;
  /** Whether it is neither cordoned nor a control plane node. It may have other taints. */
  readonly isSchedulable: boolean;
};

export type PodState = {
  readonly name: string;
  /** The phase, in Kubernetes' spelling, such as Running, or why a container does not run, such as CrashLoopBackOff. */
  readonly status: string;
  /** Restarts of its containers. Absent: unknown. */
  readonly restarts?: number;
  /** How the container that was restarted last had ended; null if none was restarted. Absent: unknown. */
  readonly lastRestart?: {
    readonly container: string;
    readonly reason: string;
    readonly exitCode: number | null;
    readonly at: number | null;
  } | null;
  readonly createdAt: number | null;
  /** The names of the init containers that are not sidecars. Absent: none, or unknown. */
  readonly initContainers?: readonly string[];
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  readonly containers: readonly {
    readonly name: string;
    readonly image: string;
    readonly cpuRequest: number | null;
    readonly cpuLimit: number | null;
    readonly memoryRequest: number | null;
    readonly memoryLimit: number | null;
  }[];
};

/**
 * The labels that all pods of a workload share and, if the source knows them, the workload's own labels. Sources may
 * replace characters of keys with underscores.
 */
export type WorkloadLabels = WorkloadIdentity & { readonly labels: Readonly<Record<string, string>> };

/** The current state of the cluster. Every method rejects with `SourceError` when the cluster does not answer. */
export type ClusterSource = {
  /** Why data is missing from all answers at the moment, as a sentence; null if none is. Absent: this never happens. */
  problem?(): string | null;
  namespaces(ask?: Ask): Promise<Listing<{ readonly name: string; readonly createdAt: number | null }>>;
  /** Every declared workload in the scope, with or without pods. Deleted workloads are not included. */
  workloads(scope: Scope, ask?: Ask): Promise<Listing<Workload>>;
  /**
   * Changes whenever a workload changes, for a source that keeps workloads in memory. Null: it cannot tell at the moment.
   * Absent: it never can.
   */
  version?(): number | null;
  /** How many times a cluster has answered again after a failure. Absent: the source fails only as a whole. */
  recoveries?(): number;
  /** The workloads with labels. Absent: the source does not know labels. */
  labels?(scope: Scope, ask?: Ask): Promise<Listing<WorkloadLabels>>;
  /** The nodes of these clusters, or of all. Absent: the source does not know the nodes. */
  nodes?(ask?: Ask, clusters?: readonly string[] | null): Promise<Listing<NodeState>>;
  /** The current pods of one workload, in any order; empty when there are none. */
  pods(workload: WorkloadIdentity, ask?: Ask): Promise<Listing<PodState>>;
};
