/** Publishing partial results re-renders lists of up to ten thousand rows, so they are published at most this often. */
const publishIntervalMs = 500;

/** Wraps `publish` so that calls within the interval after the last one are dropped. */
export function createThrottle(publish: () => void): () => void {
  let lastPublished = -Infinity;
  return () => {
    const now = performance.now();
    if (now - lastPublished < publishIntervalMs) return;
    lastPublished = now;
    publish();
  };
}
