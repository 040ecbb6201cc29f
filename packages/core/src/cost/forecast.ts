import { finiteOrNull } from '../domain/resource.ts';
import { hoursPerMonth, hoursPerYear } from './periods.ts';

/** A target with its waste (recommendation mode) or savings (autonomous mode), in dollars an hour. */
type HourlyFigure = {
  readonly mode: 'Autonomous' | 'Recommendation';
  readonly hourly: number | null | undefined;
  /** What applying all suggestions together saves, in dollars an hour; absent or null where unknown. */
  readonly net?: number | null | undefined;
};

/**
 * Sums over targets, in dollars, and the number of targets without a figure. A sum is null when it has targets but none of them
 * has a figure, because the sum is then unknown, not 0.
 */
export type ForecastSums = {
  readonly savings: number | null;
  readonly waste: number | null;
  readonly missing: number;
};

/**
 * Dollars a year (× 24 × 365). Savings of autonomous targets are signed, because added resources are a cost. The waste
 * of each target in recommendation mode is at least 0: if one target needs more, the others do not waste less.
 */
export function projectedAnnual(targets: readonly HourlyFigure[]): ForecastSums {
  return times(hourlySums(targets), hoursPerYear);
}

/** The sums of the v1 page, in dollars a month of 720 hours. */
export function forecastMonthly(targets: readonly HourlyFigure[]): ForecastSums {
  return times(hourlySums(targets), hoursPerMonth);
}

/** 'Total forecasted monthly savings' of the v1 page: current savings + waste; null when both are unknown. */
export function totalForecastMonthlySavings({ savings, waste, missing }: ForecastSums): number | null {
  const total = (savings ?? 0) + (waste ?? 0);
  return missing > 0 && total === 0 && (savings === null || waste === null) ? null : total;
}

/** Number of targets in the opportunities chart. */
const topOpportunities = 3;

/**
 * The targets in recommendation mode that save the most, in descending order: with all suggestions together, or the waste
 * where that is unknown. Targets that would save nothing are left out.
 */
export function topSavingOpportunities<T extends HourlyFigure>(
  targets: readonly T[],
): (T & { readonly yearlyWaste: number })[] {
  return targets
    .flatMap((target) => {
      const hourly =
        target.mode === 'Recommendation' ? (finiteOrNull(target.net) ?? finiteOrNull(target.hourly) ?? 0) : 0;
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
