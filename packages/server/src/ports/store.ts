import type { LimitPolicy, NodeSettings } from '@trimtab/core';
import type { ChangeStore } from './change-store.ts';
import type { AnswerStore, ArtifactStore, InsightStore, JobStore, RollupStore, SuggestionStore } from './records.ts';

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
  readonly unoptimized: UnoptimizedState | null;
  /** What happens to limits when requests change. Absent: as configured for the server. */
  readonly limitPolicy?: LimitPolicy;
};

export type EnrollOutcome = {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  /** `exists`: already enrolled with this kind, unchanged. `conflict`: the name is enrolled with another kind. */
  readonly result: 'created' | 'exists' | 'conflict';
};

/** The stored usage history of one target. The bytes are opaque to the store. */
export type TargetState = {
  readonly namespace: string;
  readonly name: string;
  /** The version of the encoding. Readers ignore states of an unknown version. */
  readonly version: number;
  readonly bytes: Uint8Array;
};

/** One state per target. A lost state only costs one long query to the metrics source. */
export type StateStore = {
  get(namespace: string, name: string): Promise<TargetState | null>;
  inNamespace(namespace: string): Promise<readonly TargetState[]>;
  /** Inserts or replaces all states in one transaction. */
  put(states: readonly TargetState[]): Promise<void>;
  /** Does nothing when there is none. */
  remove(namespace: string, name: string): Promise<void>;
};

/** Persistent data. When a write resolves, it is on disk and survives a crash of the process. Rejects with `StoreError`. */
export type Store = {
  readonly targets: {
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
  };
  readonly settings: {
    /** Null until they are saved for the first time. */
    get(): Promise<NodeSettings | null>;
    save(settings: NodeSettings): Promise<void>;
  };
  /** Absent: states are not stored. */
  readonly states?: StateStore;
  readonly rollups: RollupStore;
  readonly jobs: JobStore;
  readonly artifacts: ArtifactStore;
  readonly insights: InsightStore;
  readonly suggestions: SuggestionStore;
  readonly answers: AnswerStore;
  readonly changes: ChangeStore;
  close(): Promise<void>;
};
