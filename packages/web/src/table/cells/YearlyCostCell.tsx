import { formatYearlyFigure, type Mode, noPreAutonomousText } from '@trimtab/core';
import { Money } from '../../ui/Money.tsx';

export type YearlyCostCellProps = {
  /** Dollars per hour; null if unknown. */
  hourlyCost: number | null;
  mode: Mode;
};

/** The yearly savings (autonomous mode) or waste (recommendation mode) at this rate. */
export function YearlyCostCell({ hourlyCost, mode }: YearlyCostCellProps) {
  const { text } = formatYearlyFigure({ hourly: hourlyCost, mode });
  // Without a value the cell shows a sentence, in two small lines so that it fits the height of the row.
  if (text === noPreAutonomousText)
    return <span className="line-clamp-2 text-micro leading-4 text-balance normal-nums text-ink-3">{text}</span>;
  const isGain = (hourlyCost ?? 0) > 0;
  const meaning = !isGain ? 'plain' : mode === 'Autonomous' ? 'savings' : 'waste';
  return <Money text={text} meaning={meaning} />;
}
