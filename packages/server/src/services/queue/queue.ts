import { hourMs, minuteMs, type QueueStats, secondMs, targetKey } from '@trimtab/core';
import {
  type Clock,
  commonWork,
  holdOn,
  type Job,
  type JobStore,
  type Shared,
  storeTime,
  type TargetRecord,
} from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import { AdviceError } from './advise.ts';

/** Every target gets a new job each hour. */
const cadenceMs = hourMs;
/** A failed job is tried again after this time. Each further failure of the target doubles it, up to one hour. */
const firstRetryMs = minuteMs;
/** A job that is not finished within this time returns to the queue. */
const leaseMs = 5 * minuteMs;
const planEveryMs = 30 * secondMs;
/**
 * If targets are resources of a cluster, replicas do not learn of a new target at the same moment, so the job of a target that
 * a replica does not know may be new. After this time, a copy of the resources counts as outdated.
 */
const longestLagMs = minuteMs;

type Finished = 'done' | 'unknown' | { readonly before: 'completed' | 'failed' };

export type Queue = ReturnType<typeof createQueue>;

export type QueueOptions = {
  readonly jobs: JobStore;
  readonly shared: Pick<Shared, 'now' | 'hold'> | undefined;
  readonly stored: () => Promise<StoredState>;
  readonly clock: Clock;
  /** Whether a target that `stored` lacks may be enrolled, because it cannot be read. */
  readonly mayExist: (namespace: string, name: string) => boolean;
  /** Evaluates a target, and publishes its suggestion if it must replace the current one. */
  readonly advise: (record: TargetRecord) => Promise<void>;
};

/** The forecast queue: one job per target, created every hour, and sooner after a failed one. */
export function createQueue({ jobs, shared, stored, clock, mayExist, advise }: QueueOptions) {
  const now = () => storeTime(shared, clock);
  let planned: { readonly of: StoredState; readonly at: number } | null = null;

  const plan = async () => {
    const [at, current] = [now(), await stored()];
    const age = planned === null ? Number.POSITIVE_INFINITY : at - planned.at;
    if (planned?.of === current && age >= 0 && age < planEveryMs) return current;
    const yieldIfDue = createTimeSlices();
    // What is left in the end is no longer enrolled.
    const known = new Map<string, Job>();
    for (const job of await jobs.list()) {
      known.set(targetKey(job), job);
      await yieldIfDue();
    }
    // After the jobs: another replica may have enrolled a target meanwhile, and added its job.
    const enrolled = await stored();
    const due: TargetRecord[] = [];
    for (const [namespace, records] of enrolled.byNamespace) {
      const isOwn = holdOn(shared, namespace) !== null;
      for (const record of records) {
        const key = targetKey(record);
        if (isOwn && isDue(known.get(key), at)) due.push(record);
        known.delete(key);
      }
      await yieldIfDue();
    }
    await jobs.add(due.map(({ namespace, name }) => ({ id: crypto.randomUUID(), namespace, name, createdAt: at })));
    const isYoung = ({ createdAt }: Job) => shared !== undefined && at - createdAt < longestLagMs;
    const gone = [...known.values()].filter((job) => !mayExist(job.namespace, job.name) && !isYoung(job));
    if (gone.length > 0 && holdOn(shared, commonWork) !== null) await jobs.remove(gone);
    planned = { of: enrolled, at };
    return enrolled;
  };

  return {
    /**
     * Leases the oldest pending job; null without one. Jobs newer than `olderThanMs` are for other workers. `own`: only
     * jobs of namespaces whose work this replica does.
     */
    async pop({ olderThanMs = 0, own = false } = {}): Promise<Job | null> {
      const { namespaces } = await plan();
      const at = now();
      const createdBefore = olderThanMs === 0 ? {} : { createdBefore: at - olderThanMs };
      const held =
        own && shared !== undefined ? { namespaces: namespaces.filter((one) => shared.hold(one) !== null) } : {};
      return jobs.take({ now: at, until: at + leaseMs, ...createdBefore, ...held });
    },
    /** The jobs of all enrolled targets by state. A job whose lease has ended counts as pending. */
    async stats(): Promise<QueueStats> {
      const at = now();
      const enrolled = new Set((await stored()).records.map(targetKey));
      const stats = { pending: 0, running: 0, completed: 0, failed: 0 };
      for (const job of await jobs.list()) if (enrolled.has(targetKey(job))) stats[stateOf(job, at)] += 1;
      return stats;
    },
    async finish(id: string, state: 'completed' | 'failed', by?: 'ourselves'): Promise<Finished> {
      const end = await jobs.finish(id, { state, at: now() });
      if (end.outcome === 'unknown') return 'unknown';
      if (end.outcome === 'finished') {
        return end.job.state === state ? 'done' : { before: end.job.state === 'failed' ? 'failed' : 'completed' };
      }
      const record = (await stored()).byNamespace.get(end.job.namespace)?.find(({ name }) => name === end.job.name);
      if (by === undefined && state === 'completed' && record !== undefined)
        await advise(record).catch(ignoreAdviceError);
      return 'done';
    },
  };
}

/** The worker has done its part. The page of the target shows why there is no suggestion. */
function ignoreAdviceError(error: unknown): void {
  if (!(error instanceof AdviceError)) throw error;
}

function isDue(job: Job | undefined, now: number): boolean {
  if (job === undefined) return true;
  const age = now - job.createdAt;
  if (job.state === 'completed') return age >= cadenceMs;
  if (job.state !== 'failed') return false;
  return age >= cadenceMs || now - (job.finishedAt ?? 0) >= firstRetryMs * 2 ** (job.failures - 1);
}

const stateOf = (job: Job, now: number): Job['state'] =>
  job.state === 'running' && (job.leasedUntil ?? 0) <= now ? 'pending' : job.state;
