import type { NodeSettings } from '@trimtab/core';
import type { ChangeStore } from './change-store.ts';
import type { AnswerStore, ArtifactStore, InsightStore, JobStore, RollupStore, SuggestionStore } from './records.ts';
import type { Hold, Shared } from './shared.ts';
import type { TargetRegistry } from './target-registry.ts';

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
  /** Inserts or replaces these states, in one transaction. */
  put(states: readonly TargetState[], hold: Hold): Promise<void>;
  /** Does nothing if there is none. */
  remove(namespace: string, name: string): Promise<void>;
};

/** Persistent data. A resolved write is on disk and survives a crash of the process. Rejects with `StoreError`. */
export type Store = {
  readonly targets: TargetRegistry;
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
  /** Absent: this is the only server on the database. */
  readonly shared?: Shared;
  close(): Promise<void>;
};
