/** How many of something each key has running; a key is kept only while it has any. */
export class ParallelLimit {
  readonly #running = new Map<string, number>();
  readonly #perKey: number;

  constructor(perKey: number) {
    this.#perKey = perKey;
  }

  /** Null when all are taken; else what gives the slot back, as often as it is called. */
  take(key: string): (() => void) | null {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#perKey) return null;
    this.#running.set(key, running + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left === 0) this.#running.delete(key);
      else this.#running.set(key, left);
    };
  }
}

/** The same response, and word when its body has ended: read to its end, broken, or left by its reader. */
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
