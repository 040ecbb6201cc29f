import { finiteOrNull } from '../domain/resource.ts';
import { hoursPerMonth, hoursPerYear } from './periods.ts';

/** A target with its waste (recommendation) or savings (autonomous), dollars an hour. */
export type HourlyFigure = {
  readonly mode: 'Autonomous' | 'Recommendation';
  readonly hourly: number | null | undefined;
};

/** Sums over targets, in dollars, and how many targets had no figure. */
export type ForecastSums = { readonly savings: number; readonly waste: number; readonly missing: number };

/**
 * Dollars a year (× 24 × 365): savings over autonomous targets, signed, because resources added are a cost; waste over
 * recommendation targets, each clamped at 0, because what one target needs does not lessen what another wastes.
 */
export function projectedAnnual(targets: readonly HourlyFigure[]): ForecastSums {
  return times(hourlySums(targets), hoursPerYear);
}

/** The v1 page's 'Total forecasted monthly savings': current savings + waste, dollars a month of 720 hours. */
export function totalForecastMonthlySavings(targets: readonly HourlyFigure[]): number {
  const { savings, waste } = times(hourlySums(targets), hoursPerMonth);
  return savings + waste;
}

/** How many targets the opportunities chart shows. */
export const topOpportunities = 3;

/** The recommendation targets that waste most, most first; only real waste counts. */
export function topSavingOpportunities<T extends HourlyFigure>(
  targets: readonly T[],
): (T & { readonly yearlyWaste: number })[] {
  return targets
    .flatMap((target) => {
      const hourly = target.mode === 'Recommendation' ? (finiteOrNull(target.hourly) ?? 0) : 0;
      return hourly > 0 ? [{ ...target, yearlyWaste: hourly * hoursPerYear }] : [];
    })
    .toSorted((a, b) => b.yearlyWaste - a.yearlyWaste)
    .slice(0, topOpportunities);
}

function hourlySums(targets: readonly HourlyFigure[]): ForecastSums {
  const sums = { savings: 0, waste: 0, missing: 0 };
  for (const { mode, hourly } of targets) {
    const known = finiteOrNull(hourly);
    if (known === null) sums.missing += 1;
    else if (mode === 'Autonomous') sums.savings += known;
    else sums.waste += Math.max(0, known);
  }
  return sums;
}

function times({ savings, waste, missing }: ForecastSums, hours: number): ForecastSums {
  return { savings: savings * hours, waste: waste * hours, missing };
}
