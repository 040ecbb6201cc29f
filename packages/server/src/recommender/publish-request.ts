import type { ResourceName } from '@trimtab/core';
import type { BinnedSeries } from './bins.ts';
import { quantile } from './quantile.ts';

/** A new value is published when it differs from the published one by at least this share of it. */
const leastPublishedChange = 0.1;

export type RequestQuestion = {
  readonly resource: ResourceName;
  /** The request that is published now, in cores or bytes; null when none is. */
  readonly published: number | null;
  /** The request that was computed now; null when nothing can be suggested. */
  readonly suggested: number | null;
  /** The usage of the last hour on the five-minute grid. */
  readonly lastHour: BinnedSeries;
  /** Whether the container was killed for lack of memory since the request was published. */
  readonly killedSince: boolean;
};

/**
 * - `first`: nothing was published.
 * - `withdrawn`: nothing can be suggested any more.
 * - `changed`: the value differs by 10 % or more.
 * - `killed`: the container was killed, and the new value is higher.
 * - `exceeded`: usage was above the published value in the last hour, and the new value is higher.
 */
export type PublishReason = 'first' | 'withdrawn' | 'changed' | 'killed' | 'exceeded';

/**
 * Decides whether a newly computed request replaces the published one. Null: the published one stays. Suggestions are
 * computed every hour, but each published change may restart pods. A small change is therefore published only when the
 * old value is unsafe.
 */
export function shouldPublish({
  resource,
  published,
  suggested,
  lastHour,
  killedSince,
}: RequestQuestion): PublishReason | null {
  if (suggested === null) return published === null ? null : 'withdrawn';
  if (published === null) return 'first';
  if (Math.abs(suggested - published) >= leastPublishedChange * published) return 'changed';
  if (suggested <= published) return null;
  if (killedSince) return 'killed';
  return isExceeded(resource, lastHour, published) ? 'exceeded' : null;
}

/**
 * Memory: a single sample is enough, because the node may then evict the pod. CPU: more than a tenth of the samples,
 * because a CPU request is chosen so that it is exceeded sometimes.
 */
export function isExceeded(resource: ResourceName, lastHour: BinnedSeries, request: number): boolean {
  return quantile(lastHour, resource === 'memory' ? 1 : 0.9) > request;
}
