/** More than a client sends by mistake, but little enough to read and discard. */
const maximumBytes = 32 * 2 ** 20;
const maximumMs = 2_000;
/** After this pause, assume that the client waits for the response and sends nothing more. */
const pauseMs = 200;

/** The common part of Node's streams and web streams. */
type Body = { getReader(): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'> };

/**
 * Reads and discards the rest of a request body, within limits. If the server closed the connection while the client
 * sends, the client would see a broken connection instead of the response.
 */
export async function discardBody(body: Body | null): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  const until = performance.now() + maximumMs;
  try {
    for (let left = maximumBytes; left > 0 && performance.now() < until; ) {
      const next = await within(pauseMs, reader.read());
      if (next === null || next.done) return;
      left -= next.value.byteLength;
    }
  } catch {
    // The client has disconnected, so it does not read the response either.
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<null>((resolve) => {
    // setImmediate makes the event loop read data that arrived while it was blocked before the time-out takes effect.
    timer = setTimeout(() => setImmediate(resolve, null), ms);
  });
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
