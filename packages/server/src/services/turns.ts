/** As long as work may go on before requests get their turn. */
const sliceMs = 10;

/** A message to oneself comes after what already waits; a browser makes nested timers wait 4 ms more. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/**
 * For long work: called after every small step of it, it lets waiting requests in between, but only when the time since
 * the last turn is over. The steps themselves are not waited between.
 */
export function createTurns(): () => Promise<void> {
  let from = performance.now();
  return async () => {
    if (performance.now() - from < sliceMs) return;
    await pause();
    from = performance.now();
  };
}
