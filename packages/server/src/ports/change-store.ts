import type { ChangeEvent } from '@trimtab/core';
import type { Window } from './listing.ts';

/** A record of what happened to a target; `body` is JSON. */
export type StoredChange = {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly at: number;
  readonly event: ChangeEvent;
  /** When its next verification is due, in milliseconds; null when none is. */
  readonly dueAt: number | null;
  readonly body: string;
};

/** What the cluster last declared for a target, compared up to `seenTo` in milliseconds. The body is opaque to the store. */
export type WatchedTarget = {
  readonly namespace: string;
  readonly name: string;
  readonly seenTo: number;
  readonly body: string;
};

/** Absent: all. The window includes its start, not its end. */
export type ChangeFilter = {
  readonly namespace?: string;
  readonly name?: string;
  readonly events?: readonly ChangeEvent[];
  readonly window: Window;
};

export type ChangeStore = {
  /** The newest first; of the same time by id, descending. At most `most`. */
  list(filter: ChangeFilter, most: number): Promise<readonly StoredChange[]>;
  /** The changes with a verification that was due before this time, the longest due first. */
  due(before: number, most: number): Promise<readonly StoredChange[]>;
  /** For each target with one of these events, the time of the newest. */
  newest(events: readonly ChangeEvent[]): Promise<readonly Pick<StoredChange, 'namespace' | 'name' | 'at'>[]>;
  watched(namespace: string): Promise<readonly WatchedTarget[]>;
  /** Inserts or replaces all of these in one transaction. */
  write(written: {
    readonly changes: readonly StoredChange[];
    readonly watched: readonly WatchedTarget[];
  }): Promise<void>;
  /** Of these events, deletes those before this time, and the oldest beyond `most`. */
  prune(events: readonly ChangeEvent[], bounds: { readonly before: number; readonly most: number }): Promise<void>;
  /**
   * Deletes what was seen of a target that was removed, so that it is not compared with when the target is enrolled
   * again.
   */
  forget(namespace: string, name: string): Promise<void>;
};
