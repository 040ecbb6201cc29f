import { expect, it } from 'vitest';
import { createTimeSlices } from './time-slices.ts';

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('long work yields to other tasks, short work does not', async () => {
  const turns: string[] = [];
  const yieldIfDue = createTimeSlices();
  setTimeout(() => turns.push('another'), 0);
  for (let step = 0; step < 4; step += 1) {
    busyFor(8);
    await yieldIfDue();
  }
  turns.push('long');
  const quick = createTimeSlices();
  setTimeout(() => turns.push('another'), 0);
  await quick();
  turns.push('short');
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect(turns).toEqual(['another', 'long', 'short', 'another']);
});
