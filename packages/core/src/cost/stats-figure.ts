import type { Mode } from '../domain/mode.ts';
import { yearlyFigure } from './periods.ts';

/** The labels of the stats row's money. */
const statsLabels = ['Yearly Waste', 'Resources Needed', 'Yearly Savings', 'Resources Added'] as const;
/** One of the four labels. */
type StatsLabel = (typeof statsLabels)[number];

/** The money figure in the stats row of a target. */
export type StatsFigure = {
  readonly label: StatsLabel;
  /** Dollars a year, never negative, because the label gives the direction. Null when unknown. */
  readonly yearlyCost: number | null;
  readonly tooltip: string | null;
};

/**
 * The figure of the stats row from dollars an hour: the larger gap in recommendation mode, the savings in autonomous mode.
 * For a negative amount the label changes to Resources Needed or Resources Added, and the amount is shown without its sign.
 */
export function statsFigure({ mode, hourly }: { mode: Mode; hourly: number | null | undefined }): StatsFigure {
  const yearly = yearlyFigure(hourly);
  const isNegative = yearly !== null && yearly < 0;
  const yearlyCost = yearly === null ? null : Math.abs(yearly);
  if (mode === 'Autonomous') {
    return isNegative
      ? { label: 'Resources Added', yearlyCost, tooltip: resourcesAddedTooltip }
      : { label: 'Yearly Savings', yearlyCost, tooltip: null };
  }
  return isNegative
    ? { label: 'Resources Needed', yearlyCost, tooltip: resourcesNeededTooltip }
    : { label: 'Yearly Waste', yearlyCost, tooltip: null };
}

const resourcesNeededTooltip = 'This target has insufficient resources which may lead to unexpected reliability issues';
const resourcesAddedTooltip =
  'For under-provisioned workloads, the product will automatically right-size to prevent disruptions';
