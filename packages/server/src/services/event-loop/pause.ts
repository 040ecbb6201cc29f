/** Waits for a timer, so that requests are served meanwhile. Rejects if the signal has aborted by then. */
export const pause = (ms = 0, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    setTimeout(() => {
      if (signal?.aborted === true) reject(signal.reason);
      else resolve();
    }, ms);
  });
