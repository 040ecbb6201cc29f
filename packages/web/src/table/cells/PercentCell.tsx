import { formatPercent, MISSING } from '@trimtab/core';

/** A fraction as a percentage; what is missing is a dash. */
export function PercentCell({ fraction }: { fraction: number | null | undefined }) {
  const text = formatPercent(fraction);
  return text === MISSING ? <span className="text-ink-3">{MISSING}</span> : <span>{text}</span>;
}
