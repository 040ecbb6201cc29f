import { nextTask } from './next-task.ts';

/** How long background work may block requests. */
const sliceMs = 10;
/** Node accepts one connection in each turn of its event loop, so one turn between slices would admit 100 per second. */
const turnsBetweenSlices = 8;

/**
 * For long work. Call the returned function after every small step: it yields to waiting requests if the current time
 * slice is over, and returns immediately otherwise.
 */
export function createTimeSlices(): () => Promise<void> {
  let from = performance.now();
  return async () => {
    if (performance.now() - from < sliceMs) return;
    for (let turn = 0; turn < turnsBetweenSlices; turn += 1) await nextTask();
    from = performance.now();
  };
}
