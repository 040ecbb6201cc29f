/** Failures that have no other surface end here (console.md, section 8: "only logged"). */
export function logFailure(what: string, error?: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the only log a page has.
  console.error(`[trimtab] ${what}`, ...(error === undefined ? [] : [error]));
}
