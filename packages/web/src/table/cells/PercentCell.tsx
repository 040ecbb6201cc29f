import { formatPercent, missingMark } from '@trimtab/core';

/** A fraction as a percentage; what is missing is a dash. */
export function PercentCell({ fraction }: { fraction: number | null | undefined }) {
  const text = formatPercent(fraction);
  return text === missingMark ? <span className="text-ink-3">{missingMark}</span> : <span>{text}</span>;
}
