import { targetKey } from '@trimtab/core';
import type { Job, JobStore } from '../../ports/index.ts';
import { Heap } from './heap.ts';

/** `sequence` orders jobs that were created in the same millisecond. */
type Entry = { readonly job: Job; readonly sequence: number };

/**
 * Jobs by target, with two heaps: available jobs by age, and leased jobs by the end of their lease. A job that changes stays
 * in its heap; the outdated entry is skipped when it comes up, so no heap is ever searched.
 */
export function memoryJobs(): JobStore {
  const jobs = new Map<string, Job>();
  const targetOf = new Map<string, string>();
  const available = new Heap<Entry>((a, b) => (a.job.createdAt - b.job.createdAt || a.sequence - b.sequence) < 0);
  const leased = new Heap<Entry>((a, b) => (a.job.leasedUntil ?? 0) < (b.job.leasedUntil ?? 0));
  const sequenceOf = new Map<string, number>();
  let nextSequence = 0;

  const isCurrent = ({ job }: Entry): boolean => jobs.get(targetKey(job)) === job;
  const set = (job: Job): void => void jobs.set(targetKey(job), job);
  const entry = (job: Job): Entry => ({ job, sequence: sequenceOf.get(job.id) ?? 0 });
  const removeIds = (job: Job): void => {
    targetOf.delete(job.id);
    sequenceOf.delete(job.id);
  };
  /** Makes jobs with an expired lease available again, in their old order. */
  const endLeases = (now: number): void => {
    for (let next = leased.first; next !== undefined; next = leased.first) {
      if (isCurrent(next) && (next.job.leasedUntil ?? 0) > now) return;
      leased.take();
      if (isCurrent(next)) available.add(next);
    }
  };

  return {
    list: async () => [...jobs.values()],
    async add(wanted) {
      for (const job of wanted) {
        const existing = jobs.get(targetKey(job));
        if (existing?.state === 'pending' || existing?.state === 'running') continue;
        if (existing !== undefined) removeIds(existing);
        const pending: Job = { ...job, state: 'pending', leasedUntil: null, finishedAt: null };
        targetOf.set(job.id, targetKey(job));
        sequenceOf.set(job.id, nextSequence++);
        set(pending);
        available.add(entry(pending));
      }
    },
    async take({ now, until, createdBefore = Number.POSITIVE_INFINITY }) {
      endLeases(now);
      for (let next = available.first; next !== undefined; next = available.first) {
        if (isCurrent(next) && next.job.createdAt >= createdBefore) return null;
        available.take();
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
        const job = jobs.get(targetKey(target));
        if (job === undefined) continue;
        removeIds(job);
        jobs.delete(targetKey(target));
      }
    },
  };
}
