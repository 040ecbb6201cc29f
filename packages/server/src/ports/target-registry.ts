import type { LimitPolicy } from '@trimtab/core';

export type TargetMode = 'autonomous' | 'recommendation';
export type ModelMode = 'balanced' | 'cost_savings' | 'max_assurance';

/** The requests and replicas of a workload before autonomous mode. Requests of one pod: CPU in cores, memory in bytes. */
export type UnoptimizedState = {
  readonly replicas: number;
  readonly containers: readonly {
    readonly name: string;
    readonly cpuRequest: number | null;
    readonly memoryRequest: number | null;
  }[];
  readonly recordedAt: number;
};

/** An enrolled workload. `namespace` and `name` identify it in the API, so a name is enrolled with one kind only. */
export type TargetRecord = {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  readonly apiVersion: string;
  /** Null: the target is not scaled in that direction. */
  readonly horizontal: TargetMode | null;
  readonly vertical: TargetMode | null;
  readonly modelMode: ModelMode;
  /** Container resources that autonomous mode manages. */
  readonly managed: readonly { readonly container: string; readonly resources: readonly ('cpu' | 'memory')[] }[];
  readonly enrolledAt: number;
  /** Who enrolled it by other means than the API. Absent: the API was used, or nobody knows. */
  readonly enrolledBy?: string;
  readonly unoptimized: UnoptimizedState | null;
  /** What happens to limits when requests change. Absent: as configured for the server. */
  readonly limitPolicy?: LimitPolicy;
};

export type EnrollOutcome = {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  /**
   * `exists`: already enrolled with this kind, unchanged. `conflict`: the name is enrolled with another kind. `failed`: the
   * registry refused this one.
   */
  readonly result: 'created' | 'exists' | 'conflict' | 'failed';
  /** Why it failed, as a sentence. Absent, unless it failed. */
  readonly reason?: string;
};

type Finding = {
  readonly isTrue: boolean;
  /** A few words. */
  readonly label: string;
  /** Sentences, or nothing. */
  readonly message: string;
};

/** What was found of a target. Requests in cores and bytes; null where nothing is suggested. */
export type TargetReport = Pick<TargetRecord, 'namespace' | 'name'> & {
  /** Whether the workload exists and its figures are known. */
  readonly ready: Finding;
  readonly recommended: Finding;
  readonly recommendation: {
    readonly id: string;
    readonly publishedAt: number;
    readonly replicas: number | null;
    /** Of a whole pod. */
    readonly cpu: number | null;
    readonly memory: number | null;
    readonly containers: readonly {
      readonly name: string;
      readonly cpu: number | null;
      readonly memory: number | null;
    }[];
  } | null;
};

/** Which workloads are enrolled, and how. Part of the store, or kept in the cluster itself. */
export type TargetRegistry = {
  /** All targets, ordered by namespace, then name, by code unit. */
  list(): Promise<readonly TargetRecord[]>;
  get(namespace: string, name: string): Promise<TargetRecord | null>;
  /** Adds the targets that are missing, in one transaction. Idempotent. Outcomes are in the order given. */
  enroll(records: readonly TargetRecord[]): Promise<readonly EnrollOutcome[]>;
  /** False when there is no such target. */
  recordUnoptimized(namespace: string, name: string, state: UnoptimizedState): Promise<boolean>;
  /** Null: as configured for the server. False when there is no such target. */
  setLimitPolicy(namespace: string, name: string, policy: LimitPolicy | null): Promise<boolean>;
  /** False when there is no such target. */
  remove(namespace: string, name: string): Promise<boolean>;
  /** Counts the changes that others made. Absent: nobody else writes. */
  changes?(): number;
  /** Why the targets may have changed since they were read, as a sentence; null if they are current. Absent: they always are. */
  staleProblem?(): string | null;
  /** Why no workload of a namespace can be enrolled, as a sentence; null if one can. Absent: nothing prevents it. */
  enrollProblem?(namespace: string): string | null;
  /** Shows what was found to those who read the registry elsewhere. Absent: nobody does. */
  report?(reports: readonly TargetReport[], now: number): Promise<void>;
};
