/** Lets others be answered: work on 10,000 targets is done in pieces of some milliseconds. */
export const pause = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    setTimeout(() => {
      if (signal?.aborted === true) reject(signal.reason);
      else resolve();
    }, 0);
  });
