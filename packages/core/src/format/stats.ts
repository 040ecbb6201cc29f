import type { StatsFigure } from '../cost/stats-figure.ts';
import { missingMark } from './missing.ts';
import { formatMoney, noPreAutonomousText } from './money.ts';

/**
 * The stats row's money. Null stands for a target whose deployment was not found, and is the dash; a figure that is
 * missing, or savings of zero, say so in a sentence, as a row's yearly cost does. A waste of zero is one: the gap is known,
 * and no record from before autonomous mode belongs to it.
 */
export function formatStatsFigure(figure: Pick<StatsFigure, 'label' | 'yearlyCost'> | null): string {
  if (figure === null) return missingMark;
  const isNoWaste = figure.yearlyCost === 0 && figure.label === 'Yearly Waste';
  return figure.yearlyCost || isNoWaste ? formatMoney(figure.yearlyCost) : noPreAutonomousText;
}
