import { formatPercent, missingMark } from '@trimtab/core';

/** A fraction as a percentage; a dash if it is missing. */
export function PercentCell({ fraction }: { fraction: number | null | undefined }) {
  const text = formatPercent(fraction);
  return text === missingMark ? <span className="text-ink-3">{missingMark}</span> : <span>{text}</span>;
}
