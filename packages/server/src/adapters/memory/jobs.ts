import { targetKey } from '@trimtab/core';
import type { Job, JobStore } from '../../ports/index.ts';

export function memoryJobs(): JobStore {
  /** By target, in the order in which they were added. */
  const jobs = new Map<string, Job>();
  const targetOf = new Map<string, string>();
  /** The available jobs, the oldest last; null: to be sorted again. A job that has changed since then is passed over. */
  let available: Job[] | null = null;
  let nextLeaseEnd = Number.POSITIVE_INFINITY;

  const set = (job: Job): void => void jobs.set(targetKey(job), job);
  /** Jobs whose lease has ended are available again, in their old order. */
  const sorted = (now: number): Job[] => {
    const isLeased = ({ state, leasedUntil }: Job) => state === 'running' && (leasedUntil ?? 0) > now;
    const open = [...jobs.values()].filter(({ state }) => state === 'pending' || state === 'running');
    const { leased = [], free = [] } = Object.groupBy(open, (job) => (isLeased(job) ? 'leased' : 'free'));
    nextLeaseEnd = leased.reduce((first, { leasedUntil }) => Math.min(first, leasedUntil ?? 0), Infinity);
    return free.toSorted((a, b) => a.createdAt - b.createdAt).toReversed();
  };

  return {
    list: async () => [...jobs.values()],
    async add(wanted) {
      for (const job of wanted) {
        const existing = jobs.get(targetKey(job));
        if (existing?.state === 'pending' || existing?.state === 'running') continue;
        if ((existing?.finishedAt ?? 0) > job.createdAt) continue;
        targetOf.delete(existing?.id ?? '');
        jobs.delete(targetKey(job));
        targetOf.set(job.id, targetKey(job));
        const { failures = 0 } = existing ?? {};
        set({ ...job, state: 'pending', leasedUntil: null, finishedAt: null, failures });
        available = null;
      }
    },
    async take({ now, until, createdBefore = Number.POSITIVE_INFINITY }) {
      if (available === null || now >= nextLeaseEnd) available = sorted(now);
      for (let next = available.at(-1); next !== undefined; next = available.at(-1)) {
        if (next.createdAt >= createdBefore) return null;
        available.pop();
        if (jobs.get(targetKey(next)) !== next) continue;
        const taken: Job = { ...next, state: 'running', leasedUntil: until };
        set(taken);
        nextLeaseEnd = Math.min(nextLeaseEnd, until);
        return taken;
      }
      return null;
    },
    async finish(id, { state, at }) {
      const job = jobs.get(targetOf.get(id) ?? '');
      if (job === undefined) return { outcome: 'unknown' };
      if (job.state === 'completed' || job.state === 'failed') return { outcome: 'finished', job };
      const failures = state === 'failed' ? job.failures + 1 : 0;
      const done: Job = { ...job, state, leasedUntil: null, finishedAt: at, failures };
      set(done);
      return { outcome: 'done', job: done };
    },
    async remove(targets) {
      for (const target of targets) {
        targetOf.delete(jobs.get(targetKey(target))?.id ?? '');
        jobs.delete(targetKey(target));
      }
    },
  };
}
