/** Logs a failure that is not shown on the screen. */
export function logFailure(what: string, error?: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the only log a page has.
  console.error(`[trimtab] ${what}`, ...(error === undefined ? [] : [error]));
}
