/** Background work continues after this time even if the page is never idle. */
const maxWaitMs = 300;

/** Background work starts after this time even if the first view is not drawn. */
const maxDrawingMs = 5_000;

let isDrawing: Promise<unknown> | undefined;

/** Delays background work until this promise has resolved, but for five seconds at most. */
export function idleAfter(drawing: Promise<unknown>): void {
  isDrawing = Promise.race([drawing, new Promise((resolve) => setTimeout(resolve, maxDrawingMs))]);
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
