import { nextTask } from './next-task.ts';

/** How long background work may block requests. */
const sliceMs = 10;

/**
 * For long work. Call the returned function after every small step: it yields to waiting requests if the current time
 * slice is over, and returns immediately otherwise.
 */
export function createTimeSlices(): () => Promise<void> {
  let from = performance.now();
  return async () => {
    if (performance.now() - from < sliceMs) return;
    await nextTask();
    from = performance.now();
  };
}
