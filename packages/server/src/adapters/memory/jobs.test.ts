import { describe, expect, it } from 'vitest';
import type { Job } from '../../ports/index.ts';
import { Heap } from './heap.ts';
import { memoryJobs } from './jobs.ts';

describe('a heap', () => {
  it('returns entries in order, whatever the order of insertion', () => {
    const heap = new Heap<number>((a, b) => a < b);
    expect(heap.take()).toBeUndefined();
    // 7 and 101 have no common divisor, so the loop visits every number below 101 once.
    for (let index = 0; index < 101; index += 1) heap.add((index * 7) % 101);
    expect(heap.first).toBe(0);
    expect(Array.from({ length: 101 }, () => heap.take())).toEqual(Array.from({ length: 101 }, (_, index) => index));
    expect(heap.first).toBeUndefined();
  });

  it('compares few entries: adding and taking each of 20,000 needs less than 45 comparisons', () => {
    let comparisons = 0;
    const heap = new Heap<number>((a, b) => {
      comparisons += 1;
      return a < b;
    });
    const count = 20_000;
    for (let index = 0; index < count; index += 1) heap.add((index * 7) % 19_997);
    while (heap.take() !== undefined);
    // Three times the logarithm of 20,000. A search through all entries would need 200 million comparisons.
    expect(comparisons / count).toBeLessThan(45);
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
