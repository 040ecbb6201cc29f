/** A target of which hours were recorded. Its id is short for it, and nobody else’s as long as anything of it is kept. */
export type RollupTarget = {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  /** The hours that were looked at, in milliseconds; the end is not in it. In between, a missing hour is a gap for good. */
  readonly coveredFrom: number;
  readonly coveredTo: number;
};

/** A day counts from 1970-01-01 UTC. The bytes are only read by who wrote them. */
export type RollupBlock = { readonly id: number; readonly day: number; readonly bytes: Uint8Array };
/** Sums of one day over a group of targets. */
export type RollupSummary = { readonly group: number; readonly day: number; readonly bytes: Uint8Array };

/** Days, the end not included. */
export type DayRange = { readonly from: number; readonly to: number };

/** Hourly figures of targets: a block per target and day, and per day a summary of each group of targets. */
export type RollupStore = {
  /** By id. */
  targets(): Promise<readonly RollupTarget[]>;
  /** Of these targets, by id, then day. */
  blocks(ids: readonly number[], days: DayRange): Promise<readonly RollupBlock[]>;
  /** By day, then group. */
  summaries(days: DayRange): Promise<readonly RollupSummary[]>;
  /** Writes all of it or nothing, over what was there. */
  write(change: {
    readonly targets: readonly RollupTarget[];
    readonly blocks: readonly RollupBlock[];
    readonly summaries: readonly RollupSummary[];
  }): Promise<void>;
  /** Forgets the days before this one, and the targets that were last looked at before it. */
  prune(day: number): Promise<void>;
};

export type JobState = 'pending' | 'running' | 'completed' | 'failed';

/** The newest job of a target; a target has one at a time. */
export type Job = {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly state: JobState;
  readonly createdAt: number;
  /** Until when a running job is somebody's; afterwards it is as good as pending. Null in every other state. */
  readonly leasedUntil: number | null;
  readonly finishedAt: number | null;
};

export type NewJob = Pick<Job, 'id' | 'namespace' | 'name' | 'createdAt'>;

/** A queue of one job per target. */
export type JobStore = {
  list(): Promise<readonly Job[]>;
  /** Adds pending jobs in the place of finished ones; a target whose job is pending or running keeps that one. */
  add(jobs: readonly NewJob[]): Promise<void>;
  /** Leases the oldest job that nobody has and that was made before `createdBefore`; null when there is none. */
  take(lease: { readonly now: number; readonly until: number; readonly createdBefore?: number }): Promise<Job | null>;
  /** Ends a job, in whoever's hands it is. `finished`: it had ended before, and stays as it was. */
  finish(
    id: string,
    end: { readonly state: 'completed' | 'failed'; readonly at: number },
  ): Promise<
    | { readonly outcome: 'done'; readonly job: Job }
    | { readonly outcome: 'finished'; readonly job: Job }
    | { readonly outcome: 'unknown' }
  >;
  /** Forgets the jobs of targets that are no longer enrolled. */
  remove(targets: readonly { readonly namespace: string; readonly name: string }[]): Promise<void>;
};

/** What an operator wrote beside an artifact: JSON. */
export type ArtifactNote = { readonly name: string; readonly content: string; readonly changedAt: number };

export type ArtifactStore = {
  list(): Promise<readonly ArtifactNote[]>;
  get(name: string): Promise<ArtifactNote | null>;
  /** Reads and writes in one step, so that of two changes at once none is lost. `null` content is one never written. */
  change(name: string, at: number, change: (content: string | null) => string): Promise<ArtifactNote>;
};

/** Something that was recorded as worth acting on; `body` is JSON. */
export type StoredInsight = { readonly id: string; readonly createdAt: number; readonly body: string };

export type InsightStore = {
  /** Newest first. */
  list(): Promise<readonly StoredInsight[]>;
  /** Adds it, and forgets all but the newest `keep`. Answers it, or the one that already had its id and stays. */
  add(insight: StoredInsight, keep: number): Promise<StoredInsight>;
};

/** What was advised for a target on a day; `body` is JSON. */
export type StoredSuggestion = {
  readonly namespace: string;
  readonly name: string;
  /** From 1970-01-01 UTC. */
  readonly day: number;
  readonly createdAt: number;
  readonly body: string;
};

export type SuggestionStore = {
  /** Newest first. */
  list(namespace: string, name: string, days: DayRange): Promise<readonly StoredSuggestion[]>;
  /** Writes it over what was there for its target and day. */
  put(suggestion: StoredSuggestion): Promise<void>;
  /** Forgets the days before this one. */
  prune(day: number): Promise<void>;
};

/** The answer to a write that carried an `Idempotency-Key`, for when the write is sent again. */
export type KeptAnswer = {
  readonly caller: string;
  readonly key: string;
  /** Of the request: another one under the same key is refused. */
  readonly fingerprint: string;
  readonly at: number;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
};

export type AnswerStore = {
  get(caller: string, key: string): Promise<KeptAnswer | null>;
  /** Keeps it, and forgets those from before `after`, then the oldest beyond so many and so much text together. */
  put(
    answer: KeptAnswer,
    bounds: { readonly after: number; readonly most: number; readonly mostText: number },
  ): Promise<void>;
};
