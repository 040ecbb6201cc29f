/** More than any client sends by mistake, and little enough to throw away. */
const mostBytes = 32 * 2 ** 20;
const mostMs = 2_000;
/** Whoever pauses for so long waits for an answer, or for nothing at all. */
const pauseMs = 200;

/** What is needed of a stream, Node's and the web's alike. */
type Body = { getReader(): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'> };

/**
 * Takes what a client is still sending, for a moment, and throws it away. A connection that is closed before loses the
 * answer too: the client is told that it broke, and not why.
 */
export async function discard(body: Body | null): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  const until = performance.now() + mostMs;
  try {
    for (let left = mostBytes; left > 0 && performance.now() < until; ) {
      const next = await within(pauseMs, reader.read());
      if (next === null || next.done) return;
      left -= next.value.byteLength;
    }
  } catch {
    // It left: nobody reads the answer.
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    // What came while the process was busy elsewhere is read before that is held against whoever sent it.
    timer = setTimeout(() => setImmediate(resolve, null), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
