import { formatBytes, formatWholePercent } from '@trimtab/core';
import type { Context } from '../../context.ts';
import { bar } from '../../output/bars.ts';

const barWidth = 24;
/** Smooth for the eye, and no load for a slow connection. */
const everyMs = 100;

/** The line of a running download: with a bar where the size was announced. */
export function progressLine(bytes: number, size: number | null): string {
  if (size === null) return `Receiving diagnostics: ${formatBytes(bytes)}`;
  const filled = bar(bytes, size, barWidth).padEnd(barWidth);
  return `Receiving diagnostics: ${filled} ${formatWholePercent(bytes / size)} of ${formatBytes(size)}`;
}

/** Shows the progress on a terminal, and nothing elsewhere. */
export function showProgress(context: Context) {
  let shownAt = Number.NEGATIVE_INFINITY;
  return async (bytes: number, size: number | null): Promise<void> => {
    const now = context.clock.elapsedMs();
    if (now - shownAt < everyMs) return;
    shownAt = now;
    await context.stderr.progress(progressLine(bytes, size));
  };
}
