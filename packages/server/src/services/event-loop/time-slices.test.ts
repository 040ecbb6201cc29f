import { expect, it, vi } from 'vitest';
import { createTimeSlices } from './time-slices.ts';

it('long work yields to other tasks, short work does not', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const turns: string[] = [];
  const yieldIfDue = createTimeSlices();
  setTimeout(() => turns.push('another'), 0);
  // The timer is due after a millisecond.
  for (let step = 0; step < 100_000 && turns.length === 0; step += 1) {
    now += 10;
    await yieldIfDue();
  }
  turns.push('long');
  const quick = createTimeSlices();
  setTimeout(() => turns.push('another'), 0);
  now += 9;
  await quick();
  turns.push('short');
  await expect.poll(() => turns).toEqual(['another', 'long', 'short', 'another']);
});
