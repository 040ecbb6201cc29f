import { workloadKey } from '@trimtab/core';
import type { Session } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { type Owners, podKey } from '../inventory/owners.ts';
import { evaluationTime, firstSampleQuery, lookBackStart, podsWithSamplesQuery, type Span } from './queries.ts';

/** A longer list of pod names adds more to the query than it removes from the result. */
export const maximumPodNames = 500;

export const podsAtLookBackStart = (
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
): Promise<Sample[]> => session.instant(podsWithSamplesQuery(namespaces), lookBackStart(span));

type Scope = {
  readonly namespaces: readonly string[] | undefined;
  readonly span: Span;
  readonly owners: Owners;
  /** Result of `podsAtLookBackStart`. */
  readonly early: readonly Sample[];
};

/**
 * The time of each workload's first sample in the look-back, in milliseconds, by workload key. Workloads that had samples
 * at its start, which most have, need no further query.
 */
export async function firstSampleTimes(
  session: Session,
  { namespaces, span, owners, early }: Scope,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (const sample of early) {
    const owner = owners.get(podKey(sample.labels));
    if (owner && sample.value !== null) times.set(workloadKey(owner), lookBackStart(span) * 1000);
  }
  const young = [...owners].filter(([, owner]) => !times.has(workloadKey(owner)));
  if (young.length === 0) return times;
  const pods = young.map(([pod]) => pod.slice(pod.indexOf('/') + 1));
  const query = firstSampleQuery(namespaces, pods.length > maximumPodNames ? null : pods);
  const wanted = new Set(young.map(([, owner]) => workloadKey(owner)));
  for (const sample of await session.instant(query, evaluationTime(span))) {
    const owner = owners.get(podKey(sample.labels));
    if (!owner || sample.value === null || !wanted.has(workloadKey(owner))) continue;
    const key = workloadKey(owner);
    times.set(key, Math.min(times.get(key) ?? Number.POSITIVE_INFINITY, sample.value * 1000));
  }
  return times;
}
