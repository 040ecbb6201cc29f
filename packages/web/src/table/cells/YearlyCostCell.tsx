import { formatYearlyFigure, type Mode, noPreAutonomousText } from '@trimtab/core';
import { Money } from '../../ui/Money.tsx';

export type YearlyCostCellProps = {
  /** Dollars an hour; null when the server does not know. */
  hourlyCost: number | null;
  mode: Mode;
};

/** What a year at this rate saves (autonomous mode) or wastes (recommendation mode). */
export function YearlyCostCell({ hourlyCost, mode }: YearlyCostCellProps) {
  const { text } = formatYearlyFigure({ hourly: hourlyCost, mode });
  // Without a figure a sentence stands here; it gets two small lines, so that every row keeps its height.
  if (text === noPreAutonomousText)
    return <span className="line-clamp-2 text-micro leading-4 text-balance normal-nums text-ink-3">{text}</span>;
  const isGain = (hourlyCost ?? 0) > 0;
  const meaning = !isGain ? 'plain' : mode === 'Autonomous' ? 'savings' : 'waste';
  return <Money text={text} meaning={meaning} />;
}
