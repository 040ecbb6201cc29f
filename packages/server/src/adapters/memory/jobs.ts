import type { Job, JobStore } from '../../ports/index.ts';
import { Heap } from './heap.ts';
import { key } from './key.ts';

type Entry = { readonly job: Job; readonly turn: number };

/**
 * Jobs by target, and two orders over them: those to be had by age, and leases by their end. An entry whose job has
 * changed since is passed over when it comes up, so that nothing is ever searched for.
 */
export function memoryJobs(): JobStore {
  const jobs = new Map<string, Job>();
  const targetOf = new Map<string, string>();
  // Of two from one moment the one that was added first.
  const waiting = new Heap<Entry>((a, b) => (a.job.createdAt - b.job.createdAt || a.turn - b.turn) < 0);
  const leased = new Heap<Entry>((a, b) => (a.job.leasedUntil ?? 0) < (b.job.leasedUntil ?? 0));
  const turns = new Map<string, number>();
  let turn = 0;

  const isCurrent = ({ job }: Entry): boolean => jobs.get(key(job)) === job;
  const set = (job: Job): void => void jobs.set(key(job), job);
  const entry = (job: Job): Entry => ({ job, turn: turns.get(job.id) ?? 0 });
  const forget = (job: Job): void => {
    targetOf.delete(job.id);
    turns.delete(job.id);
  };
  /** Leases that are over put their jobs where they were. */
  const endLeases = (now: number): void => {
    for (let next = leased.first; next !== undefined; next = leased.first) {
      if (isCurrent(next) && (next.job.leasedUntil ?? 0) > now) return;
      leased.take();
      if (isCurrent(next)) waiting.add(next);
    }
  };

  return {
    list: async () => [...jobs.values()],
    async add(wanted) {
      for (const job of wanted) {
        const known = jobs.get(key(job));
        if (known?.state === 'pending' || known?.state === 'running') continue;
        if (known !== undefined) forget(known);
        const pending: Job = { ...job, state: 'pending', leasedUntil: null, finishedAt: null };
        targetOf.set(job.id, key(job));
        turns.set(job.id, turn++);
        set(pending);
        waiting.add(entry(pending));
      }
    },
    async take({ now, until, createdBefore = Number.POSITIVE_INFINITY }) {
      endLeases(now);
      for (let next = waiting.first; next !== undefined; next = waiting.first) {
        if (isCurrent(next) && next.job.createdAt >= createdBefore) return null;
        waiting.take();
        if (!isCurrent(next)) continue;
        const taken: Job = { ...next.job, state: 'running', leasedUntil: until };
        set(taken);
        leased.add(entry(taken));
        return taken;
      }
      return null;
    },
    async finish(id, { state, at }) {
      const job = jobs.get(targetOf.get(id) ?? '');
      if (job === undefined) return { outcome: 'unknown' };
      if (job.state === 'completed' || job.state === 'failed') return { outcome: 'finished', job };
      const done: Job = { ...job, state, leasedUntil: null, finishedAt: at };
      set(done);
      return { outcome: 'done', job: done };
    },
    async remove(targets) {
      for (const target of targets) {
        const job = jobs.get(key(target));
        if (job === undefined) continue;
        forget(job);
        jobs.delete(key(target));
      }
    },
  };
}
