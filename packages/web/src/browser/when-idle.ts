/** Background work continues after this time even if the page is never idle. */
const maxWaitMs = 300;

let isDrawing: Promise<void> | undefined;

/** Delays background work until this promise has resolved. Returns the promise. */
export function idleAfter(drawing: Promise<void>): Promise<void> {
  isDrawing = drawing;
  return drawing;
}

/**
 * Resolves when the browser is idle. Background loading waits for it between its steps, so that reading ten thousand
 * targets does not delay the first visible rows.
 */
export async function whenIdle(): Promise<void> {
  await isDrawing;
  await new Promise<void>((resolve) => {
    // Safari before version 26 has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, 0);
  });
}
