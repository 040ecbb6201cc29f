import { formatPercent, MISSING } from '@trimtab/core';
import { Tooltip } from '../../ui/Tooltip.tsx';

export type PercentCellProps = { fraction: number | null | undefined; hint: string };

/** A fraction as a percentage; what is missing is a dash, and a dash needs no explanation of how it was averaged. */
export function PercentCell({ fraction, hint }: PercentCellProps) {
  const text = formatPercent(fraction);
  if (text === MISSING) return <span className="text-ink-3">{MISSING}</span>;
  return (
    <Tooltip text={hint}>
      <span>{text}</span>
    </Tooltip>
  );
}
