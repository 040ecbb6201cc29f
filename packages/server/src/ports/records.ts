import type { StoredChange } from './change-store.ts';
import type { Window } from './listing.ts';
import type { Hold } from './shared.ts';

/** A target with recorded hours. Its id is unique while any of its data is stored. */
export type RollupTarget = {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  /** The range of hours that were read, in milliseconds; `coveredTo` is exclusive. A missing hour is a gap. */
  readonly coveredFrom: number;
  readonly coveredTo: number;
};

/**
 * What all targets cover together. A new target has a higher id than every deleted one, so their number or the sum of
 * their ids changes whenever targets are added or deleted.
 */
export type RollupCoverage = Pick<RollupTarget, 'coveredFrom' | 'coveredTo'> & {
  readonly targets: number;
  readonly sumOfIds: number;
};

/** The hours of a target on one day, counted from 1970-01-01 UTC. The bytes are opaque to the store. */
export type RollupBlock = { readonly id: number; readonly day: number; readonly bytes: Uint8Array };
/** Sums of one day over a group of targets. */
export type RollupSummary = { readonly group: number; readonly day: number; readonly bytes: Uint8Array };

/** A new summary from the stored one, which is null if there is none. No parallel change is lost. */
export type SummaryChange = Pick<RollupSummary, 'group' | 'day'> & {
  readonly change: (bytes: Uint8Array | null) => Uint8Array;
};

/** Days since 1970-01-01 UTC. `to` is exclusive. */
export type DayRange = { readonly from: number; readonly to: number };

/** Hourly figures: one block for each target and day, one summary for each group of targets and day. */
export type RollupStore = {
  /** The targets of a namespace, or all targets, ordered by id. */
  targets(namespace?: string): Promise<readonly RollupTarget[]>;
  /** Null without targets. */
  coverage(): Promise<RollupCoverage | null>;
  /** Adds missing targets with new ids. Returns all given targets as they are stored, in the same order. */
  add(targets: readonly Omit<RollupTarget, 'id'>[]): Promise<readonly RollupTarget[]>;
  /** The blocks of these targets, ordered by id, then day. */
  blocks(ids: readonly number[], days: DayRange): Promise<readonly RollupBlock[]>;
  /** Ordered by day, then group. */
  summaries(days: DayRange): Promise<readonly RollupSummary[]>;
  /** Changes the covered ranges and the summaries, and inserts or replaces the blocks, in one transaction. */
  write(
    change: {
      readonly targets: readonly RollupTarget[];
      readonly blocks: readonly RollupBlock[];
      readonly summaries: readonly SummaryChange[];
    },
    hold: Hold,
  ): Promise<void>;
  /** Deletes all days before this one, and the targets whose newest recorded hour is before it. */
  prune(day: number): Promise<void>;
};

export type JobState = 'pending' | 'running' | 'completed' | 'failed';

/** The newest job of a target. A target has at most one job at a time. */
export type Job = {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly state: JobState;
  readonly createdAt: number;
  /** The end of a running job's lease, in milliseconds. After it the job counts as pending. Null in other states. */
  readonly leasedUntil: number | null;
  readonly finishedAt: number | null;
  /** How many jobs of the target have failed since the last one that was completed, including this one. */
  readonly failures: number;
};

export type NewJob = Pick<Job, 'id' | 'namespace' | 'name' | 'createdAt'>;

/** A queue of one job per target. */
export type JobStore = {
  list(): Promise<readonly Job[]>;
  /**
   * Adds pending jobs and replaces those that were finished before the new ones were created. A target whose job is
   * pending or running keeps that job.
   */
  add(jobs: readonly NewJob[]): Promise<void>;
  /**
   * Leases the oldest pending job, of one of these namespaces, that was created before `createdBefore`; null when there
   * is none.
   */
  take(lease: {
    readonly now: number;
    readonly until: number;
    readonly createdBefore?: number;
    readonly namespaces?: readonly string[];
  }): Promise<Job | null>;
  /** Ends a job, regardless of its lease. `finished`: the job had already ended and is unchanged. */
  finish(
    id: string,
    end: { readonly state: 'completed' | 'failed'; readonly at: number },
  ): Promise<
    | { readonly outcome: 'done'; readonly job: Job }
    | { readonly outcome: 'finished'; readonly job: Job }
    | { readonly outcome: 'unknown' }
  >;
  /** Deletes the jobs of these targets. */
  remove(targets: readonly { readonly namespace: string; readonly name: string }[]): Promise<void>;
};

/** An operator's note on an artifact; `content` is JSON. */
export type ArtifactNote = { readonly name: string; readonly content: string; readonly changedAt: number };

export type ArtifactStore = {
  list(): Promise<readonly ArtifactNote[]>;
  get(name: string): Promise<ArtifactNote | null>;
  /** Reads and writes in one transaction, so that no parallel change is lost. `content` is null for a new note. */
  change(name: string, at: number, change: (content: string | null) => string): Promise<ArtifactNote>;
};

/** A recorded insight; `body` is JSON. */
export type StoredInsight = { readonly id: string; readonly createdAt: number; readonly body: string };

export type InsightStore = {
  /** Newest first. */
  list(): Promise<readonly StoredInsight[]>;
  /** Adds an insight and deletes all but the newest `keep`. An existing one with the same id is returned. */
  add(insight: StoredInsight, keep: number): Promise<StoredInsight>;
};

/** A published suggestion; `body` is JSON. */
export type StoredSuggestion = {
  readonly namespace: string;
  readonly name: string;
  /** In milliseconds. A target has at most one suggestion with the same time. */
  readonly createdAt: number;
  readonly id: string;
  /** The version of the body. Readers skip a body whose version they do not know. */
  readonly version: number;
  readonly body: string;
};

/** `follows`: the time of the suggestion that it replaces; null for the first one; absent if that is unknown. */
export type NewSuggestion = StoredSuggestion & { readonly follows?: number | null };

export type SuggestionStore = {
  /** The suggestions that were created in the window, newest first. */
  list(namespace: string, name: string, window: Window): Promise<readonly StoredSuggestion[]>;
  /** The newest suggestion that was created before this time; null if there is none. */
  newestBefore(namespace: string, name: string, before: number): Promise<StoredSuggestion | null>;
  /** The newest suggestion of each target of the namespace, including targets that are no longer enrolled. */
  newest(namespace: string): Promise<readonly StoredSuggestion[]>;
  /**
   * Adds all in one transaction, and returns those that were added. A suggestion is left out if the target has one that
   * is as new or newer, or one that is newer than the suggestion that it follows. One that an earlier call has added counts
   * as added, because the answer of that call may have been lost. `changesOf`: the records of those that were added, which are stored
   * in the same transaction.
   */
  add(
    suggestions: readonly NewSuggestion[],
    changesOf?: (added: readonly StoredSuggestion[]) => readonly StoredChange[],
  ): Promise<readonly StoredSuggestion[]>;
  /** Deletes those that were created before this time. One call deletes a limited number. False: call it again. */
  prune(before: number): Promise<boolean>;
};

/** The stored response to a write with an `Idempotency-Key`, returned when the write is repeated. */
export type StoredAnswer = {
  readonly caller: string;
  readonly key: string;
  /** A hash of the request. A different request with the same key is rejected. */
  readonly fingerprint: string;
  readonly at: number;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
};

export type AnswerStore = {
  get(caller: string, key: string): Promise<StoredAnswer | null>;
  /** Stores an answer. Deletes those before `after`, then the oldest above `most` answers or `mostText` units. */
  put(
    answer: StoredAnswer,
    bounds: { readonly after: number; readonly most: number; readonly mostText: number },
  ): Promise<void>;
};
