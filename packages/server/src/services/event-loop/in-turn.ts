import { createLimiter } from '@trimtab/core';
import { nextTask } from './next-task.ts';
import { createTimeSlices } from './time-slices.ts';

const limiter = createLimiter(1);

/**
 * Runs a computation of many milliseconds for a request. These computations run one after the other, each in its own
 * task, so that other requests are answered between two of them. A longer computation calls `yieldIfDue` between its
 * steps.
 */
export const inTurn = <T>(compute: (yieldIfDue: () => Promise<void>) => T | Promise<T>): Promise<T> =>
  limiter(async () => {
    await nextTask();
    return compute(createTimeSlices());
  });
