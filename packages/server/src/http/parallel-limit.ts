/** Limits how many jobs each key runs in parallel. A key takes memory only while it has a job. */
export class ParallelLimit {
  readonly #running = new Map<string, number>();
  readonly #perKey: number;

  constructor(perKey: number) {
    this.#perKey = perKey;
  }

  /** Takes a slot; null when all are taken. The returned function frees the slot; further calls of it do nothing. */
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
    };
  }
}

/** The same response. `ended` is called when its body was read to the end, has failed or was canceled. */
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
