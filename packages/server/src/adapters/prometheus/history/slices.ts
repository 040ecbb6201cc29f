import type { RangeSeries } from '../client/response.ts';

/** A range of bins. `to` is exclusive. */
export type Slice = { readonly from: number; readonly to: number };

/** Up to 4.6 MB of JSON. The four large responses of a slice are in memory together, within the 16 MiB of one read. */
const pointsPerResponse = 125_000;
/** One hour. No slice is shorter, however many series it has. */
const minimumBins = 12;

/** The step at which the number of series is sampled to plan the slices. */
export const seriesCountStepSeconds = 6 * 3600;

/** Splits the bins so that no response grows too large, given the number of series over time. */
export function planSlices(bins: number, seriesCounts: readonly RangeSeries[], startSeconds: number): Slice[] {
  const points = [...(seriesCounts[0]?.points ?? [])];
  const slices: Slice[] = [];
  let from = 0;
  let pointsInSlice = 0;
  let next = 0;
  for (let bin = 0; bin < bins; bin += minimumBins) {
    const time = startSeconds + bin * 300;
    while (next < points.length - 1 && (points[next]?.[0] ?? 0) <= time) next += 1;
    // Between two sampled counts, assume the larger count.
    const series = Math.max(points[next]?.[1] ?? 0, points[next - 1]?.[1] ?? 0);
    const more = series * minimumBins;
    if (pointsInSlice > 0 && pointsInSlice + more > pointsPerResponse) {
      slices.push({ from, to: bin });
      from = bin;
      pointsInSlice = 0;
    }
    pointsInSlice += more;
  }
  return bins > from ? [...slices, { from, to: bins }] : slices;
}

/** A response with more series takes megabytes, even if each series has few values. */
const fewSeries = 800;

/**
 * The maximum number of pods of a slice. Slices are planned by the number of pods that run at the same time. Over the
 * length of a slice, up to twice as many are normal. More means that many pods are short-lived.
 */
export const mostPods = ({ from, to }: Slice): number => Math.max(fewSeries, (2 * pointsPerResponse) / (to - from));

/** Splits a slice that is too large into halves; null if it is too short to split. */
export function halves({ from, to }: Slice): readonly [Slice, Slice] | null {
  if (to - from < 2 * minimumBins) return null;
  const middle = from + Math.floor((to - from) / 2);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}
