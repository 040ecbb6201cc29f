import type { StatsFigure } from '../cost/stats-figure.ts';
import { missingMark } from './missing.ts';
import { formatMoney, noPreAutonomousText } from './money.ts';

/**
 * The money figure of the stats row. A missing workload (null) shows as the dash. A figure that is missing or zero shows
 * as a sentence in both modes, like the yearly cost of a row.
 */
export function formatStatsFigure(figure: Pick<StatsFigure, 'yearlyCost'> | null): string {
  if (figure === null) return missingMark;
  return figure.yearlyCost ? formatMoney(figure.yearlyCost) : noPreAutonomousText;
}
