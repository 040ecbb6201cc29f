import { describe, expect, it } from 'vitest';
import type { Job } from '../../ports/index.ts';
import { memoryJobs } from './jobs.ts';

const newJob = (index: number) => ({
  id: `id-${index}`,
  namespace: 'shop',
  name: `w-${index}`,
  createdAt: 1_000 + ((index * 7) % 13),
});

describe('the jobs of a large cluster', () => {
  const count = 20_000;

  it('are all taken, oldest first', async () => {
    const jobs = memoryJobs();
    await jobs.add(Array.from({ length: count }, (_, index) => newJob(index)));
    const taken: Job[] = [];
    for (let job = await jobs.take({ now: 2_000, until: 3_000 }); job !== null; ) {
      taken.push(job);
      job = await jobs.take({ now: 2_000, until: 3_000 });
    }
    expect(taken).toHaveLength(count);
    expect(taken).toEqual(taken.toSorted((a, b) => a.createdAt - b.createdAt));
    expect(new Set(taken.map(({ id }) => id)).size).toBe(count);
  });

  it('become available again in their old order when their leases end', async () => {
    const jobs = memoryJobs();
    await jobs.add([newJob(0), newJob(1), newJob(2)]);
    const order = [await jobs.take({ now: 0, until: 30 }), await jobs.take({ now: 0, until: 10 })];
    expect(await jobs.take({ now: 0, until: 20 })).not.toBeNull();
    expect(await jobs.take({ now: 5, until: 50 })).toBeNull();
    expect((await jobs.take({ now: 15, until: 50 }))?.id).toBe(order[1]?.id);
    await jobs.finish('id-2', { state: 'completed', at: 16 });
    expect((await jobs.take({ now: 40, until: 50 }))?.id).toBe(order[0]?.id);
    expect((await jobs.take({ now: 41, until: 50 }))?.id).toBe('id-1');
    expect(await jobs.take({ now: 42, until: 50 })).toBeNull();
  });
});
