import type { StatsFigure } from '../cost/stats-figure.ts';
import { missingMark } from './missing.ts';
import { formatMoney, noPreAutonomousText } from './money.ts';

/**
 * The money figure of the stats row. A missing workload (null) shows as the dash. A missing figure, or savings of zero,
 * show as a sentence, like the yearly cost of a row. A waste of zero shows as `$0.00`, because it is known without a
 * record of the state before autonomous mode.
 */
export function formatStatsFigure(figure: Pick<StatsFigure, 'label' | 'yearlyCost'> | null): string {
  if (figure === null) return missingMark;
  const isNoWaste = figure.yearlyCost === 0 && figure.label === 'Yearly Waste';
  return figure.yearlyCost || isNoWaste ? formatMoney(figure.yearlyCost) : noPreAutonomousText;
}
