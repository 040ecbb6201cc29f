import type { WorkloadHistory } from '../ports/index.ts';
import { binSeconds, binsPerHour } from './bins.ts';
import { type Forecast, forecast } from './forecast.ts';
import type { Resource } from './vertical-rules.ts';

/** The forecast of a workload's total usage in the next hour, every five minutes. In cores or bytes. */
export type Outlook = {
  readonly metric: Resource;
  readonly points: readonly {
    /** The start of the five minutes, in epoch milliseconds. */
    readonly at: number;
    readonly value: number;
    /** In the order of `outlookLevels`; null while too few errors are known. */
    readonly quantiles: readonly (number | null)[];
  }[];
  /** The weights of the farthest point, largest first. */
  readonly weights: Forecast['weights'];
};

/** The levels of the forecast quantiles: the middle, and a band that holds 80 % of the samples. */
export const outlookLevels = [0.1, 0.5, 0.9] as const;

const horizons = Array.from({ length: binsPerHour }, (_, index) => index + 1);

/** The forecast of CPU and memory. A resource without samples is left out. */
export function hourAhead(history: WorkloadHistory): readonly Outlook[] {
  return (['cpu', 'memory'] as const).flatMap((metric) => {
    const usage = history.total[metric];
    const end = history.start + usage.length * binSeconds * 1000;
    const { points, weights } = forecast(usage, horizons, outlookLevels);
    if (points.length === 0) return [];
    return [
      {
        metric,
        weights,
        points: points.map(({ horizon, value, quantiles }) => ({
          at: end + (horizon - 1) * binSeconds * 1000,
          value,
          quantiles,
        })),
      },
    ];
  });
}
