import { describe, expect, it } from 'vitest';
import type { Job } from '../../ports/index.ts';
import { Heap } from './heap.ts';
import { memoryJobs } from './jobs.ts';

describe('a heap', () => {
  it('returns entries in order, whatever the order of insertion', () => {
    const heap = new Heap<number>((a, b) => a < b);
    expect(heap.take()).toBeUndefined();
    // 7 and 101 have no common divisor, so this visits every number below 101 once.
    for (let index = 0; index < 101; index += 1) heap.add((index * 7) % 101);
    expect(heap.first).toBe(0);
    expect(Array.from({ length: 101 }, () => heap.take())).toEqual(Array.from({ length: 101 }, (_, index) => index));
    expect(heap.first).toBeUndefined();
  });
});

const newJob = (index: number) => ({
  id: `id-${index}`,
  namespace: 'shop',
  name: `w-${index}`,
  createdAt: 1_000 + ((index * 7) % 13),
});

describe('the jobs of a large cluster', () => {
  const count = 20_000;

  it('are all taken, oldest first, in less time than a linear search for each would take', async () => {
    const jobs = memoryJobs();
    await jobs.add(Array.from({ length: count }, (_, index) => newJob(index)));
    const taken: Job[] = [];
    const from = performance.now();
    for (let job = await jobs.take({ now: 2_000, until: 3_000 }); job !== null; ) {
      taken.push(job);
      job = await jobs.take({ now: 2_000, until: 3_000 });
    }
    // A linear search for each of 20,000 jobs would visit 400 million entries, which takes seconds.
    expect(performance.now() - from).toBeLessThan(1_000);
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
