/** However busy the page is, what waits goes on after this long. */
const maxWaitMs = 300;

/**
 * Resolves when the page has nothing better to do: no frame to draw, no answer to show. What runs behind the screen waits
 * for it between its steps, so that a walk over ten thousand targets never stands before the first rows.
 */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has it from version 26 only.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, 0);
  });
}
