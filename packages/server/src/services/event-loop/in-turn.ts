import { createLimiter } from '@trimtab/core';
import { nextTask } from './next-task.ts';
import { createTimeSlices } from './time-slices.ts';

const limiter = createLimiter(1);

/**
 * Runs a computation of many milliseconds that a request asks for. All of them run one after the other, each in a task of
 * its own, so that other requests are answered between two of them. A longer one calls `yieldIfDue` between its steps.
 */
export const inTurn = <T>(compute: (yieldIfDue: () => Promise<void>) => T | Promise<T>): Promise<T> =>
  limiter(async () => {
    await nextTask();
    return compute(createTimeSlices());
  });
