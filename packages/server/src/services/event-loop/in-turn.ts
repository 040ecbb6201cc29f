import { createLimiter } from '@trimtab/core';
import { nextTask } from './next-task.ts';

const limiter = createLimiter(1);

/**
 * Runs a computation of many milliseconds that a request asks for. All of them run one after the other, each in a task of
 * its own, so that other requests are answered between two of them.
 */
export const inTurn = <T>(compute: () => T): Promise<T> =>
  limiter(async () => {
    await nextTask();
    return compute();
  });
