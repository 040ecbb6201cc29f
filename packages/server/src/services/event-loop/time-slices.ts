import { nextTask } from './next-task.ts';

/** As long as work may go on before requests get their turn. */
const sliceMs = 10;

/**
 * For long work: called after every small step of it, it lets waiting requests in between, but only when the time since
 * the last turn is over. The steps themselves are not waited between.
 */
export function createTimeSlices(): () => Promise<void> {
  let from = performance.now();
  return async () => {
    if (performance.now() - from < sliceMs) return;
    await nextTask();
    from = performance.now();
  };
}
