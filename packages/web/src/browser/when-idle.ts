/** Background work continues after this time even if the page is never idle. */
const maxWaitMs = 300;

/**
 * Resolves when the browser is idle. Background loading waits for it between its steps, so that reading ten thousand
 * targets does not delay the first visible rows.
 */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari before version 26 has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, 0);
  });
}
