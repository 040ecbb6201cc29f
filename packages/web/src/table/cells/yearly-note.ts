import { explainYearlyFigure, formatYearlyFigure, type Mode, type TargetListItem } from '@trimtab/core';

/** The fields of a row that its yearly figure depends on. */
export type YearlyRow = Pick<TargetListItem, 'hourly_waste_savings' | 'net_hourly_savings'> &
  Partial<Pick<TargetListItem, 'status' | 'recommendation'>>;

export const noRecord = 'There is no complete record of the requests before autonomous mode';
export const noCost = 'present cost is unknown.';

/**
 * Explains a yearly figure without a request to the server: why it may be missing or negative, hourly rate, window, and the
 * effect of all suggestions together if it differs.
 */
export function yearlyNote(
  mode: Mode,
  { hourly_waste_savings: hourly = null, net_hourly_savings: net, status, recommendation }: YearlyRow,
): string {
  if (hourly === null)
    return mode === 'Autonomous'
      ? `${noRecord}, or its ${noCost}`
      : // `recommendation` says why nothing can be suggested, `status` that the workload, its requests or its usage are missing.
        (recommendation?.tooltip ??
          status?.tooltip ??
          'Its present cost, or its cost with the suggestion, is unknown.');
  const { tooltip } = formatYearlyFigure({ hourly, mode });
  const figure = explainYearlyFigure(hourly, mode, net);
  return tooltip === undefined ? figure : `${tooltip}\n${figure}`;
}
