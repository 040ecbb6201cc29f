/** The clock of the client. Tests replace both functions so that no test waits. */
export type ClientClock = {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted. Absent: real timers. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
};

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits with a real timer, which an abort clears. */
export const sleepForReal: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
