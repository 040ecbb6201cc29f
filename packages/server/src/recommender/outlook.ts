import type { WorkloadHistory } from '../ports/index.ts';
import { binSeconds, binsPerHour } from './bins.ts';
import { type Forecast, forecast } from './forecast.ts';
import type { Resource } from './vertical-rules.ts';

/** What a workload will use in the next hour, all its pods together, every five minutes. */
export type Outlook = {
  readonly metric: Resource;
  readonly points: readonly {
    /** Epoch milliseconds: the beginning of the five minutes that are spoken of. */
    readonly at: number;
    readonly value: number;
    /** In the order of `outlookLevels`; null while too few errors are known. */
    readonly quantiles: readonly (number | null)[];
  }[];
  /** Of the farthest point, heaviest first. */
  readonly weights: Forecast['weights'];
};

/** The shares of forecasts that end below a quantile. */
export const outlookLevels = [0.5, 0.9, 0.95] as const;

const horizons = Array.from({ length: binsPerHour }, (_, index) => index + 1);

/** The next hour of CPU and memory; a resource without any sample is left out. */
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
