type TaskOptions = {
  /** A task that still waits when the signal aborts is dropped, and its promise rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Urgent tasks start before all others that wait. */
  readonly urgent?: boolean;
};

export type Limiter = <T>(task: () => Promise<T>, options?: TaskOptions) => Promise<T>;

/** Runs at most `limit` tasks at the same time. The others wait in the order in which they were added. */
export function createLimiter(limit: number): Limiter {
  const urgentQueue: (() => void)[] = [];
  const queue: (() => void)[] = [];
  let running = 0;

  const startNext = (): void => {
    if (running < limit) (urgentQueue.shift() ?? queue.shift())?.();
  };

  const enter = ({ signal, urgent = false }: TaskOptions) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const own = urgent ? urgentQueue : queue;
      const start = () => {
        signal?.removeEventListener('abort', drop);
        running += 1;
        resolve();
      };
      const drop = () => {
        own.splice(own.indexOf(start), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', drop, { once: true });
      own.push(start);
      startNext();
    });

  return async (task, options = {}) => {
    await enter(options);
    try {
      return await task();
    } finally {
      running -= 1;
      startNext();
    }
  };
}
