import { formatBytes, formatWholePercent } from '@trimtab/core';
import type { Context } from '../../context.ts';
import { bar } from '../../output/bars.ts';

const barWidth = 24;
/** Often enough to look smooth, rarely enough for a slow connection. */
const intervalMs = 100;

/** The progress line of a download; with a bar if the size is known. */
export function progressLine(bytes: number, size: number | null): string {
  if (size === null) return `Receiving diagnostics: ${formatBytes(bytes)}`;
  const filled = bar(bytes, size, barWidth).padEnd(barWidth);
  return `Receiving diagnostics: ${filled} ${formatWholePercent(bytes / size)} of ${formatBytes(size)}`;
}

/** Shows the progress on a terminal, at most every 100 ms. */
export function showProgress(context: Context) {
  let shownAt = Number.NEGATIVE_INFINITY;
  return async (bytes: number, size: number | null): Promise<void> => {
    const now = context.clock.elapsedMs();
    if (now - shownAt < intervalMs) return;
    shownAt = now;
    await context.stderr.progress(progressLine(bytes, size));
  };
}
