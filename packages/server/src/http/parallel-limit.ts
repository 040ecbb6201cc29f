/** A client gives up after a wait of this length. */
const longestWaitMs = 15_000;

/** Limits how many jobs each key runs in parallel. A key takes memory only while it has a job. */
export class ParallelLimit {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #perKey: number;
  readonly #mostWaiting: number;

  /** @param mostWaiting how many calls of `wait` may wait for each key */
  constructor(perKey: number, mostWaiting = 0) {
    this.#perKey = perKey;
    this.#mostWaiting = mostWaiting;
  }

  /** Takes a slot; null when all are taken. The returned function frees the slot. Calling it again does nothing. */
  take(key: string): (() => void) | null {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#perKey) return null;
    this.#running.set(key, running + 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
      const [next] = this.#waiting.get(key) ?? [];
      next?.();
    };
  }

  /** Like `take`, but waits. Null when too many calls wait, the wait is too long, or the signal aborts. */
  async wait(key: string, signal: AbortSignal): Promise<(() => void) | null> {
    const free = this.take(key);
    const queue = this.#waiting.get(key) ?? new Set();
    if (free !== null || queue.size >= this.#mostWaiting || signal.aborted) return free;
    this.#waiting.set(key, queue);
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        queue.delete(finish);
        if (queue.size === 0) this.#waiting.delete(key);
        resolve(signal.aborted ? null : this.take(key));
      };
      const timer = setTimeout(finish, longestWaitMs);
      signal.addEventListener('abort', finish);
      queue.add(finish);
    });
  }
}

/** Returns the same response. Calls `ended` when the body was read to the end, failed or was canceled. */
export function whenSent(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (error) {
        ended();
        controller.error(error);
      }
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
