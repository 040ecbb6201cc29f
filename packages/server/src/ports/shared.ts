import type { Clock } from './clock.ts';

/**
 * A share of the background work that a replica holds; `shard` is the number of the share. The term changes with each new
 * holder of the share: the store refuses what a replica computed before it lost the share.
 */
export type Hold = { readonly shard: number; readonly term: number };

/** Data of which replicas keep copies in memory. */
export const revised = ['targets', 'suggestions', 'evaluations', 'rollups', 'changes', 'rows'] as const;
export type Revised = (typeof revised)[number];

/** The newest evaluations of a namespace; `body` is JSON. */
export type StoredEvaluations = { readonly namespace: string; readonly body: string };

/** `basis` identifies the enrolled targets and the settings from which the rows of a namespace were computed. */
export type RowsKey = { readonly namespace: string; readonly basis: string };
/** The rows of lists of a namespace, and the workloads of its targets; both are JSON. */
export type StoredRows = RowsKey & { readonly body: string; readonly workloads: string };

/** The data that replicas of the server share through their database. */
export type Shared = {
  /** Names this replica in its metrics. */
  readonly replica: string;
  /** The time of the database, in milliseconds. The clocks of replicas may differ, so leases are compared with this time. */
  now(): number;
  /** Null if this replica does not do the background work of the namespace now. */
  hold(namespace: string): Hold | null;
  /** How many shares of the work this replica holds. */
  held(): number;
  /** How often this data was changed. */
  revision(of: Revised): Promise<number>;
  /** The same for each namespace; for `rollups`, for each day. What was never changed is absent. */
  revisions(of: Revised): Promise<ReadonlyMap<string, number>>;
  evaluations(namespaces: readonly string[]): Promise<readonly StoredEvaluations[]>;
  saveEvaluations(evaluations: StoredEvaluations, hold: Hold): Promise<void>;
  /** Of those that are stored with this basis. `ageMs`: since then, by the clock of the database. */
  rows(wanted: readonly RowsKey[]): Promise<readonly (RowsKey & { readonly body: string; readonly ageMs: number })[]>;
  workloads(namespaces: readonly string[]): Promise<readonly Omit<StoredRows, 'body'>[]>;
  /** Replaces the rows of these namespaces in one transaction. */
  saveRows(rows: readonly StoredRows[], holds: readonly Hold[]): Promise<void>;
  /**
   * The stored copy of the targets that are enrolled in a cluster; null if there is none. `cluster` is empty if the server
   * reads only one cluster.
   */
  knownTargets(cluster: string): Promise<string | null>;
  saveKnownTargets(cluster: string, body: string, hold: Hold): Promise<void>;
  /**
   * The name (a hash) of the order that `keys` returns. It is kept for each function object, so pass a new function for
   * another order.
   */
  orderOf(keys: () => readonly string[]): string;
  /** Stores the order of a list for a minute, and returns its name. */
  startWalk(walk: string, keys: () => readonly string[]): Promise<string>;
  /**
   * The stored order of a walk through a list; null if none is stored. If its name is `known`, `keys` is null, because the
   * caller has them.
   */
  walk(
    walk: string,
    known: string | null,
  ): Promise<{ readonly order: string; readonly keys: readonly string[] | null } | null>;
  putTicket(ticket: string, body: string, lastsMs: number): Promise<void>;
  /** Uses up a ticket; null if it is unknown, used or has expired. */
  takeTicket(ticket: string): Promise<string | null>;
  /** Starts a write for all replicas. Returns its mark; null if a write with this id is running. */
  startWrite(id: string, lastsMs: number): Promise<number | null>;
  /** Does nothing if the mark has ended and another write has started with this id. */
  endWrite(id: string, mark: number): Promise<void>;
};

/** The hold of a server that does all of the work. */
export const wholeWork: Hold = { shard: 0, term: 0 };

/** The hold on the work of a namespace; null if another replica does it. Without replicas, it is always held. */
export const holdOn = (shared: Pick<Shared, 'hold'> | undefined, namespace: string): Hold | null =>
  shared === undefined ? wholeWork : shared.hold(namespace);

/**
 * The time to compare with stored times, in milliseconds: that of the database if there are several replicas, whose clocks
 * may differ.
 */
export const storeTime = (shared: Pick<Shared, 'now'> | undefined, clock: Clock): number =>
  shared === undefined ? clock.now() : shared.now();

/** Work for all namespaces that one replica does at a time, such as deleting old records. */
export const commonWork = '';
