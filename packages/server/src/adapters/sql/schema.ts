import type { Generated } from 'kysely';

/**
 * The tables, with the names that `CamelCasePlugin` gives to snake_case tables and columns. Times are in milliseconds
 * since the epoch; a day is the number of days since 1970-01-01 UTC.
 */
export type Tables = {
  target: {
    namespace: string;
    name: string;
    kind: string;
    apiVersion: string;
    horizontal: string | null;
    vertical: string | null;
    modelMode: string;
    /** JSON: [{ container, resources }]. */
    managed: string;
    enrolledAt: number;
    /** JSON of UnoptimizedState. */
    unoptimized: string | null;
    limitPolicy: string | null;
  };
  nodeSettings: { id: number; cpuCores: number; memoryBytes: number; hourlyCost: number };
  targetState: { namespace: string; name: string; version: number; bytes: Uint8Array };
  rollupTarget: { id: Generated<number>; namespace: string; name: string; coveredFrom: number; coveredTo: number };
  rollupBlock: { targetId: number; day: number; bytes: Uint8Array };
  rollupSummary: { day: number; targetGroup: number; bytes: Uint8Array };
  job: {
    id: string;
    namespace: string;
    name: string;
    state: string;
    createdAt: number;
    leasedUntil: number | null;
    finishedAt: number | null;
    failures: Generated<number>;
  };
  artifactNote: { name: string; content: string; changedAt: number };
  insight: { id: string; createdAt: number; body: string };
  publishedSuggestion: {
    namespace: string;
    name: string;
    createdAt: number;
    id: string;
    version: number;
    /** Compressed JSON; plain text in the rows that were stored once a day. */
    body: Uint8Array | string;
  };
  changeRecord: {
    id: string;
    namespace: string;
    name: string;
    at: number;
    event: string;
    dueAt: number | null;
    body: string;
  };
  watchedTarget: { namespace: string; name: string; seenTo: number; body: string };
  keptAnswer: {
    caller: string;
    key: string;
    fingerprint: string;
    answeredAt: number;
    status: number;
    /** JSON: a list of [name, value]. */
    headers: string;
    text: string;
    /** Length of `text`, so that lengths can be summed without reading the texts. */
    length: number;
  };
  // The following tables are only in PostgreSQL, as are those of `postgres/short-lived.ts`.
  /** The process that may use the database alone. */
  lease: { name: string; holder: string; lastsUntil: Date };
  /** The running replicas. */
  replica: { id: string; lastsUntil: Date };
  workLease: { shard: number; holder: string; term: number; lastsUntil: Date };
  revision: { of: string; namespace: string; value: number };
  evaluation: { namespace: string; body: string };
  /** A copy of the targets that are enrolled in each cluster. `cluster` is empty if the server reads only one cluster. */
  knownTargets: { cluster: string; body: string };
  listRow: { namespace: string; basis: string; body: string; workloads: string; storedAt: Date };
};
