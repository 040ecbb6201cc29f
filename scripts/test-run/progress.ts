export type Progress = {
  /** Call after each test or step. Prints the line unless one was printed less than 15 seconds ago. */
  readonly report: (text: string) => void;
};

const intervalMs = 15_000;

/**
 * Prints how far a suite has come, at most every 15 seconds. It prints only when something has finished, never by a
 * timer, so that a suite without output is a suite without progress.
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
