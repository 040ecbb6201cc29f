import type { StatsFigure } from '../cost/stats-figure.ts';
import { MISSING } from './missing.ts';
import { formatMoney, noPreAutonomousText } from './money.ts';

/**
 * The stats row's money. Null stands for a target whose deployment was not found, and is the dash; a figure that is
 * missing or zero says so in a sentence, as a row's yearly cost does.
 */
export function formatStatsFigure(figure: Pick<StatsFigure, 'yearlyCost'> | null): string {
  if (figure === null) return MISSING;
  return figure.yearlyCost ? formatMoney(figure.yearlyCost) : noPreAutonomousText;
}
