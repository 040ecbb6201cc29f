import type { Clock, Rate } from '../ports/index.ts';

/** Takes one request from the bucket of a key. Returns null, or the seconds to wait when the bucket is empty. */
export type RateLimiter = (key: string) => number | null;

type Bucket = { left: number; at: number };

/**
 * A token bucket for each key, for at most `maximumKeys` keys. A bucket is evicted only when it is full again, because
 * its owner would otherwise get a full one too early. While no bucket can be evicted, all new keys share one bucket.
 */
export function createRateLimiter({ perSecond, burst }: Rate, clock: Clock, maximumKeys = 10_000): RateLimiter {
  // Ordered by last use.
  const buckets = new Map<string, Bucket>();
  const shared: Bucket = { left: burst, at: clock.now() };
  const refill = (bucket: Bucket): void => {
    const now = clock.now();
    // If the clock was set back, the level of the bucket stays the same.
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
