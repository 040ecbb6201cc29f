import { nextTask } from './next-task.ts';

/** The maximum time for which background work may block requests. */
const sliceMs = 10;
/**
 * Node accepts one connection per iteration of its event loop. With one iteration after each slice, the server would
 * accept only 100 connections per second.
 */
const turnsBetweenSlices = 8;

/**
 * Splits long background work. Call the returned function after every small step: if the current time slice is over, it
 * lets waiting requests run first; otherwise it returns immediately.
 */
export function createTimeSlices(): () => Promise<void> {
  let from = performance.now();
  return async () => {
    if (performance.now() - from < sliceMs) return;
    for (let turn = 0; turn < turnsBetweenSlices; turn += 1) await nextTask();
    from = performance.now();
  };
}
