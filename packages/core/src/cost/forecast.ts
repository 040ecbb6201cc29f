import { finiteOrNull } from '../domain/resource.ts';
import { hoursPerMonth, hoursPerYear } from './periods.ts';

/** A target with its waste (recommendation) or savings (autonomous), dollars an hour. */
type HourlyFigure = {
  readonly mode: 'Autonomous' | 'Recommendation';
  readonly hourly: number | null | undefined;
};

/**
 * Sums over targets, in dollars, and how many targets had no figure. A sum is null when it has targets and none of them
 * has a figure: nothing is known then, which is not 0.
 */
export type ForecastSums = {
  readonly savings: number | null;
  readonly waste: number | null;
  readonly missing: number;
};

/**
 * Dollars a year (× 24 × 365): savings over autonomous targets, signed, because resources added are a cost; waste over
 * recommendation targets, each clamped at 0, because what one target needs does not lessen what another wastes.
 */
export function projectedAnnual(targets: readonly HourlyFigure[]): ForecastSums {
  return times(hourlySums(targets), hoursPerYear);
}

/** The v1 page's sums, dollars a month of 720 hours. */
export function forecastMonthly(targets: readonly HourlyFigure[]): ForecastSums {
  return times(hourlySums(targets), hoursPerMonth);
}

/** The v1 page's 'Total forecasted monthly savings': current savings + waste; null when nothing is known of either. */
export function totalForecastMonthlySavings({ savings, waste, missing }: ForecastSums): number | null {
  const total = (savings ?? 0) + (waste ?? 0);
  return missing > 0 && total === 0 && (savings === null || waste === null) ? null : total;
}

/** How many targets the opportunities chart shows. */
const topOpportunities = 3;

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
  const savings = { sum: 0, known: 0, missing: 0 };
  const waste = { sum: 0, known: 0, missing: 0 };
  for (const { mode, hourly } of targets) {
    const dollars = finiteOrNull(hourly);
    const side = mode === 'Autonomous' ? savings : waste;
    if (dollars === null) {
      side.missing += 1;
      continue;
    }
    side.known += 1;
    side.sum += mode === 'Autonomous' ? dollars : Math.max(0, dollars);
  }
  const sumOf = ({ sum, known, missing }: typeof savings) => (known === 0 && missing > 0 ? null : sum);
  return { savings: sumOf(savings), waste: sumOf(waste), missing: savings.missing + waste.missing };
}

function times({ savings, waste, missing }: ForecastSums, hours: number): ForecastSums {
  return { savings: savings && savings * hours, waste: waste && waste * hours, missing };
}
