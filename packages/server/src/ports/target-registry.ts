import type { LimitPolicy, ModelMode } from '@trimtab/core';
import type { StoredChange } from './change-store.ts';

export type TargetMode = 'autonomous' | 'recommendation';

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

/** An enrolled workload. `namespace` and `name` identify it, so a name can be enrolled with one kind only. */
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
  /** Who enrolled it without the API. Absent: it was enrolled through the API, or this is unknown. */
  readonly enrolledBy?: string;
  readonly unoptimized: UnoptimizedState | null;
  /** How limits change with requests. Absent: as configured for the server. */
  readonly limitPolicy?: LimitPolicy;
};

export type EnrollOutcome = {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  /** `exists`: enrolled before, unchanged. `conflict`: enrolled with another kind. `failed`: the registry refused. */
  readonly result: 'created' | 'exists' | 'conflict' | 'failed';
  /** Why it failed, as a sentence. Present only with `failed`. */
  readonly reason?: string;
};

type Finding = {
  readonly isTrue: boolean;
  /** A few words. */
  readonly label: string;
  /** One or more sentences, or empty. */
  readonly message: string;
};

/** The findings about a target. Requests in cores and bytes; null if nothing is suggested. */
export type TargetReport = Pick<TargetRecord, 'namespace' | 'name'> & {
  /** Whether the workload exists and its figures are known. */
  readonly ready: Finding;
  readonly recommended: Finding;
  readonly recommendation: {
    readonly id: string;
    readonly publishedAt: number;
    readonly replicas: number | null;
    /** For a whole pod. */
    readonly cpu: number | null;
    readonly memory: number | null;
    readonly containers: readonly {
      readonly name: string;
      readonly cpu: number | null;
      readonly memory: number | null;
    }[];
  } | null;
};

/** The records of an enrollment, from the targets that were created. */
export type ChangesOf = (created: readonly TargetRecord[]) => readonly StoredChange[];

/** Which workloads are enrolled, and how. It is part of the store, or kept in the cluster. */
export type TargetRegistry = {
  /** All targets, ordered by namespace, then name, by code unit. */
  list(): Promise<readonly TargetRecord[]>;
  get(namespace: string, name: string): Promise<TargetRecord | null>;
  /** Adds the targets that are missing, in one transaction. Idempotent. The outcomes have the order of the records. */
  enroll(records: readonly TargetRecord[], changesOf?: ChangesOf): Promise<readonly EnrollOutcome[]>;
  /** Whether `changesOf` is stored in the same transaction. Absent: the caller must store it. */
  readonly recordsChanges?: true;
  /** False if there is no such target. */
  recordUnoptimized(namespace: string, name: string, state: UnoptimizedState): Promise<boolean>;
  /** Null: as configured for the server. False if there is no such target. */
  setLimitPolicy(namespace: string, name: string, policy: LimitPolicy | null): Promise<boolean>;
  /** False if there is no such target. */
  remove(namespace: string, name: string, changes?: readonly StoredChange[]): Promise<boolean>;
  /** The number of changes by other clients. Absent: only the server writes. */
  changes?(): number;
  /** Whether a target that `list` lacks may be enrolled, because it cannot be read. Absent: never. */
  mayExist?(namespace: string, name: string): boolean;
  /** Why known targets may be outdated, or some are unknown, as a sentence; null if all are current. Absent: always null. */
  staleProblem?(): string | null;
  /** Why no workload of a namespace can be enrolled, as a sentence; null if one can. Absent: always possible. */
  enrollProblem?(namespace: string): string | null;
  /**
   * Writes the findings to the place where other clients read the registry, until the signal aborts. Absent: there are no
   * other clients.
   */
  report?(reports: readonly TargetReport[], now: number, signal?: AbortSignal): Promise<void>;
};
