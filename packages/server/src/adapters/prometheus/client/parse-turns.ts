import { setImmediate } from 'node:timers/promises';
import { createLimiter } from '@trimtab/core';

/** How long responses are parsed before other tasks of the server run. */
const sliceMs = 10;
/** Node accepts one connection per iteration of its event loop. */
const turnsBetweenSlices = 8;

/**
 * Parses the parts of all responses one after the other, and lets other tasks run after each time slice. Without this,
 * Node would parse all received parts at once, and all responses that waited for the same free memory.
 */
export function createParseTurns(): <T>(parse: () => T) => Promise<T> {
  const limiter = createLimiter(1);
  let from = performance.now();
  return (parse) =>
    limiter(async () => {
      if (performance.now() - from > sliceMs) {
        // oxlint-disable-next-line no-await-in-loop -- each turn begins after the one before
        for (let turn = 0; turn < turnsBetweenSlices; turn += 1) await setImmediate();
        from = performance.now();
      }
      return parse();
    });
}
