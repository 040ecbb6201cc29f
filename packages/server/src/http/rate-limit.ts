import type { Clock, Rate } from '../ports/index.ts';

/** Takes one from the bucket of a key; answers the seconds to wait when it is empty, and else null. */
export type RateLimiter = (key: string) => number | null;

type Bucket = { left: number; at: number };

/**
 * One bucket per key, of which no more are kept than `maximumKeys`. A bucket is forgotten only once it is full again,
 * because forgetting it before would give its owner a new one: while there is no such bucket, all newcomers share one.
 */
export function createRateLimiter({ perSecond, burst }: Rate, clock: Clock, maximumKeys = 10_000): RateLimiter {
  // Ordered by last use.
  const buckets = new Map<string, Bucket>();
  const shared: Bucket = { left: burst, at: clock.now() };
  const refill = (bucket: Bucket): void => {
    const now = clock.now();
    // A clock that was set back refills nothing, and locks nobody out.
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1_000) * perSecond);
    bucket.at = now;
  };
  const bucketOf = (key: string): Bucket => {
    const known = buckets.get(key);
    if (known !== undefined) {
      buckets.delete(key);
      buckets.set(key, known);
      return known;
    }
    const [oldest] = buckets;
    if (buckets.size >= maximumKeys && oldest !== undefined) {
      refill(oldest[1]);
      if (oldest[1].left < burst) return shared;
      buckets.delete(oldest[0]);
    }
    const fresh = { left: burst, at: clock.now() };
    buckets.set(key, fresh);
    return fresh;
  };
  return (key) => {
    const bucket = bucketOf(key);
    refill(bucket);
    if (bucket.left < 1) return Math.ceil((1 - bucket.left) / perSecond);
    bucket.left -= 1;
    return null;
  };
}
