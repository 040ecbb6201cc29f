import type { NodeSettings } from '@trimtab/core';
import type { AnswerStore, ArtifactStore, InsightStore, JobStore, RollupStore, SuggestionStore } from './records.ts';

export type TargetMode = 'autonomous' | 'recommendation';
export type ModelMode = 'balanced' | 'cost_savings' | 'max_assurance';

/** What a workload asked for before autonomous mode changed it. Per pod: CPU in cores, memory in bytes. */
export type UnoptimizedState = {
  readonly replicas: number;
  readonly containers: readonly {
    readonly name: string;
    readonly cpuRequest: number | null;
    readonly memoryRequest: number | null;
  }[];
  readonly recordedAt: number;
};

/** An enrolled workload. `namespace` + `name` is its identity in the API; one name is enrolled with one kind. */
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
};

export type EnrollOutcome = {
  readonly namespace: string;
  readonly name: string;
  readonly kind: string;
  /** `exists`: enrolled before with this kind, and left as it was. `conflict`: the name is taken by another kind. */
  readonly result: 'created' | 'exists' | 'conflict';
};

/** What the recommender remembers of one target: bytes that only their writer reads. */
export type TargetState = {
  readonly namespace: string;
  readonly name: string;
  /** Of the encoding; a reader that does not know it leaves the state alone and makes a new one. */
  readonly version: number;
  readonly bytes: Uint8Array;
};

/** Remembered states, one per target; losing one costs a long question to the metrics source, nothing else. */
export type StateStore = {
  get(namespace: string, name: string): Promise<TargetState | null>;
  inNamespace(namespace: string): Promise<readonly TargetState[]>;
  /** Writes all of them or none, over what was there. */
  put(states: readonly TargetState[]): Promise<void>;
  /** Removes it, if there is one. */
  remove(namespace: string, name: string): Promise<void>;
};

/** What outlives a restart. A promise that resolved is on disk: a kill -9 afterwards loses nothing of it. */
export type Store = {
  readonly targets: {
    /** All of them, ordered by namespace, then name (by code unit). */
    list(): Promise<readonly TargetRecord[]>;
    get(namespace: string, name: string): Promise<TargetRecord | null>;
    /** Adds what is missing, in one transaction; doing it again changes nothing. Outcomes are in the order given. */
    enroll(records: readonly TargetRecord[]): Promise<readonly EnrollOutcome[]>;
    recordUnoptimized(namespace: string, name: string, state: UnoptimizedState): Promise<boolean>;
    /** Whether there was one to remove. */
    remove(namespace: string, name: string): Promise<boolean>;
  };
  readonly settings: {
    /** Null until somebody saved them. */
    get(): Promise<NodeSettings | null>;
    save(settings: NodeSettings): Promise<void>;
  };
  /** Absent: states are only kept in memory. */
  readonly states?: StateStore;
  readonly rollups: RollupStore;
  readonly jobs: JobStore;
  readonly artifacts: ArtifactStore;
  readonly insights: InsightStore;
  readonly suggestions: SuggestionStore;
  readonly answers: AnswerStore;
  close(): Promise<void>;
};
