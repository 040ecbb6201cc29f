import { type Counts, noTests, plus } from './counts.ts';

/** The result of one part of the run: the lint, the unit tests, … */
export type PartResult = {
  readonly title: string;
  readonly tookMs: number;
  /** A part without tests counts as nothing if it passed, and as one failure if it did not. */
  readonly counts: Counts;
  /** Why the part failed, in one sentence. */
  readonly problem?: string;
};

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function outcome({ counts: { passed, failed, skipped }, problem }: PartResult): string {
  if (passed + failed + skipped === 0) return 'passed';
  if (passed + skipped === 0 && problem !== undefined) return 'failed';
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The table at the end of a run: each part, how long it took, and its result. */
export function summaryTable(parts: readonly PartResult[]): string {
  const rows = parts.map((part) => [part.title, duration(part.tookMs), outcome(part)] as const);
  const titleWidth = Math.max(0, ...rows.map(([title]) => title.length));
  const timeWidth = Math.max(0, ...rows.map(([, time]) => time.length));
  return rows
    .map(([title, time, result]) => `  ${title.padEnd(titleWidth)}  ${time.padStart(timeWidth)}  ${result}`)
    .join('\n');
}

export const totals = (parts: readonly PartResult[]): Counts =>
  parts.reduce((sum, { counts }) => plus(sum, counts), noTests);

/** The last line of a run. Programs read it, so its form is fixed. */
export const lastLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
