export type Progress = {
  /** Call after each test or step. Prints the line unless one was printed less than 15 seconds ago. */
  readonly report: (text: string) => void;
};

const intervalMs = 15_000;

/**
 * Prints the progress of a suite, at most every 15 seconds. It prints only when a test or step has finished, not on a
 * timer, so that a suite that hangs prints nothing and the watchdog can detect it.
 */
export function createProgress(print: (line: string) => void, now: () => number): Progress {
  let printedAt = now();
  return {
    report: (text) => {
      if (now() - printedAt < intervalMs) return;
      printedAt = now();
      print(`   ${text}`);
    },
  };
}
