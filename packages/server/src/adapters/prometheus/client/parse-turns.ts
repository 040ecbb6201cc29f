import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { createLimiter } from '@trimtab/core';

/** How long responses are parsed before other tasks of the server run. */
const sliceMs = 10;
/** Node accepts one connection per iteration of its event loop. */
const turnsBetweenSlices = 8;

/** Lets the tasks run that wait, such as requests. Await it between the steps of a computation over many samples. */
export async function letOthersRun(): Promise<void> {
  for (let turn = 0; turn < turnsBetweenSlices; turn += 1) await setImmediate();
}

/**
 * A flood of large responses creates garbage faster than V8 collects it. Each slice takes its time from a credit, which
 * a fifth of the passing time fills again. Without credit, each slice is followed by a pause. The full credit is enough for
 * about 10 MB. Only the time of parsing counts, so responses that arrive slowly are not delayed.
 */
const fullCreditMs = 100;
const refill = 1 / 5;
const pauseMs = 20;

/**
 * Parses the parts of all responses one after the other, and lets other tasks run after each time slice. Without this,
 * Node would parse all received parts at once, and all responses that waited for the same free memory.
 */
export function createParseTurns({
  now = () => performance.now(),
  pause = (ms: number): Promise<void> => sleep(ms),
} = {}): <T>(parse: () => T) => Promise<T> {
  const limiter = createLimiter(1);
  let [parsedMs, counted, creditMs] = [0, now(), fullCreditMs];
  return (parse) =>
    limiter(async () => {
      if (parsedMs > sliceMs) {
        const at = now();
        const filled = Math.min(fullCreditMs, creditMs + (at - counted) * refill);
        creditMs = Math.max(-sliceMs, filled - parsedMs);
        [parsedMs, counted] = [0, at];
        if (creditMs < 0) await pause(pauseMs);
        else await letOthersRun();
      }
      const from = now();
      try {
        return parse();
      } finally {
        parsedMs += now() - from;
      }
    });
}
