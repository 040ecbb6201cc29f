import type { CostBucket } from '../api/schemas/costs.ts';
import { dayMs, type TimeWindow } from './windows.ts';

/** The start of the bucket that contains an instant, in epoch ms. Buckets are in UTC; a week starts on Monday. */
export function bucketStart(instant: number, bucket: CostBucket): number {
  const date = new Date(instant);
  const midnight = Math.floor(instant / dayMs) * dayMs;
  const daysIn = { Day: 0, Week: (date.getUTCDay() + 6) % 7, Month: date.getUTCDate() - 1 };
  return midnight - daysIn[bucket] * dayMs;
}

/** The start of the bucket after the one that contains an instant. */
export function nextBucketStart(instant: number, bucket: CostBucket): number {
  const start = bucketStart(instant, bucket);
  // The start of a month plus 32 days is always within the next month.
  return bucket === 'Month' ? bucketStart(start + 32 * dayMs, 'Month') : start + (bucket === 'Week' ? 7 : 1) * dayMs;
}

/**
 * The starts of all buckets that overlap a window, in order; empty for an empty window. The first may start before the
 * window.
 */
export function bucketStarts({ start, end }: TimeWindow, bucket: CostBucket): number[] {
  const starts: number[] = [];
  if (!(start < end)) return starts;
  let at = bucketStart(start, bucket);
  while (at < end) {
    starts.push(at);
    at = nextBucketStart(at, bucket);
  }
  return starts;
}
