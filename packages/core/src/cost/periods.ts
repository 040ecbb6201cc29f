import { finiteOrNull } from '../domain/resource.ts';

/** Hours of a year in rows, KPIs and the stats row: 24 × 365. */
export const hoursPerYear = 24 * 365;
/** Hours of a month in the simulator and the monthly tables: 24 × 30. */
export const hoursPerMonth = 24 * 30;
/** A yearly figure of the simulator is 12 of its months (8,640 hours), not 8,760 hours. */
export const monthsPerYear = 12;

/** Dollars a year from dollars an hour (× 24 × 365), signed; null for a missing value. */
export function yearlyFigure(hourly: number | null | undefined): number | null {
  return scale(hourly, hoursPerYear);
}

/** Dollars a month from dollars an hour (× 24 × 30); null for a missing value. */
export function monthlyEstimate(hourly: number | null | undefined): number | null {
  return scale(hourly, hoursPerMonth);
}

function scale(value: number | null | undefined, factor: number): number | null {
  const known = finiteOrNull(value);
  return known === null ? null : finiteOrNull(known * factor);
}
