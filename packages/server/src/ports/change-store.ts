import type { Window } from './listing.ts';
import type { Hold } from './shared.ts';

/** A record of what happened to a target; `body` is JSON. */
export type StoredChange = {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly at: number;
  /** Another server on the same database may know more events than this one. */
  readonly event: string;
  /** When the next verification is due or is tried again, in milliseconds; null if none is. */
  readonly dueAt: number | null;
  readonly body: string;
};

/** The last declared state of a target; changes up to `seenTo` (milliseconds) were found. The body is opaque. */
export type WatchedTarget = {
  readonly namespace: string;
  readonly name: string;
  readonly seenTo: number;
  readonly body: string;
};

/** Absent fields do not restrict the list. The window includes its start, but not its end. */
export type ChangeFilter = {
  readonly namespace?: string;
  /** Prefixes of namespaces (docs/decisions/0023-prefix-namespaces-with-cluster-names.md). */
  readonly clusters?: readonly string[];
  readonly name?: string;
  readonly events?: readonly string[];
  readonly window: Window;
};

export type ChangeStore = {
  /** Newest first; changes of the same time by id, descending. At most `most` changes. */
  list(filter: ChangeFilter, most: number): Promise<readonly StoredChange[]>;
  /** The changes whose verification was due before this time, the earliest first. */
  due(before: number, most: number): Promise<readonly StoredChange[]>;
  /** The time of the newest of these events, for each target that has one. */
  newest(events: readonly string[]): Promise<readonly Pick<StoredChange, 'namespace' | 'name' | 'at'>[]>;
  watched(namespace: string): Promise<readonly WatchedTarget[]>;
  /** Inserts or replaces all of these in one transaction. `holds`: the background work that they result from. */
  write(
    written: { readonly changes: readonly StoredChange[]; readonly watched: readonly WatchedTarget[] },
    holds?: readonly Hold[],
  ): Promise<void>;
  /**
   * Deletes changes with these events that are older than `before`, and the oldest ones if there are more than `most`. One
   * call deletes a limited number. False: call it again.
   */
  prune(events: readonly string[], bounds: { readonly before: number; readonly most: number }): Promise<boolean>;
  /** Deletes the last declared state of a removed target, so that a new enrollment is not compared with it. */
  forget(namespace: string, name: string): Promise<void>;
};
