import type { Ask, Listing, Scope } from './listing.ts';

/** Kinds that own pods for long: ReplicaSets are folded into the Deployment or Rollout that made them. */
export type WorkloadIdentity = { readonly namespace: string; readonly kind: string; readonly name: string };

export type HpaMetric = {
  readonly type: 'Object' | 'Pod' | 'Resource' | 'External';
  readonly name: string | null;
  readonly target: { readonly type: 'Utilization' | 'AverageValue' | 'AverageUtilization'; readonly value: number };
};

export type HpaState = {
  readonly name: string;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly metrics: readonly HpaMetric[];
};

/** One container of the pod template, with what one pod of it asks for. CPU in cores, memory in bytes. */
export type ContainerSpec = {
  readonly name: string;
  /** Null when nothing was requested or it is unknown; a request of 0 counts as none, and reads as null. */
  readonly cpuRequest: number | null;
  readonly memoryRequest: number | null;
};

/** A workload as the cluster has it now. */
export type Workload = WorkloadIdentity & {
  readonly apiVersion: string;
  /** Replicas asked for; null when unknown. */
  readonly replicas: number | null;
  /** Pods that are ready now; null when unknown. */
  readonly readyReplicas: number | null;
  readonly containers: readonly ContainerSpec[];
  readonly hpa: HpaState | null;
};

export type PodState = {
  readonly name: string;
  /** The phase, as Kubernetes writes it. */
  readonly status: string;
  readonly createdAt: number | null;
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

/** What runs in the cluster. Every method rejects with `SourceError` when the cluster cannot be asked. */
export type ClusterSource = {
  namespaces(ask?: Ask): Promise<Listing<{ readonly name: string; readonly createdAt: number | null }>>;
  /** Every workload that owns pods or is declared, in the scope; a deleted one is not among them. */
  workloads(scope: Scope, ask?: Ask): Promise<Listing<Workload>>;
  /** The pods of one workload now, by name; empty when there are none. */
  pods(workload: WorkloadIdentity, ask?: Ask): Promise<Listing<PodState>>;
};
