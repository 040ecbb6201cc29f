import type { Session } from '../client/connection.ts';
import type { Sample } from '../client/response.ts';
import { keyOf, type Owners, workloadKey } from '../inventory/owners.ts';
import { earlyPodsQuery, evaluationTime, firstLook, type Span, sinceQuery } from './queries.ts';

/** More names than this make a query longer than it makes the answer shorter. */
const mostPods = 500;

const podOf = ({ labels }: Sample) => keyOf(labels['namespace'], labels['pod']);

/** The pods that had samples as far back as is looked. */
export const readEarlyPods = (
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
): Promise<Sample[]> => session.instant(earlyPodsQuery(namespaces), firstLook(span));

type Question = {
  readonly namespaces: readonly string[] | undefined;
  readonly span: Span;
  readonly owners: Owners;
  readonly early: readonly Sample[];
};

/** Since when each workload has samples, in milliseconds, by its key. Most have been there all along: they cost nothing. */
export async function readSince(
  session: Session,
  { namespaces, span, owners, early }: Question,
): Promise<ReadonlyMap<string, number>> {
  const since = new Map<string, number>();
  for (const sample of early) {
    const owner = owners.get(podOf(sample));
    if (owner && sample.value !== null) since.set(workloadKey(owner), firstLook(span) * 1000);
  }
  const young = [...owners].filter(([, owner]) => !since.has(workloadKey(owner)));
  if (young.length === 0) return since;
  const pods = young.map(([pod]) => pod.slice(pod.indexOf('/') + 1));
  const query = sinceQuery(namespaces, pods.length > mostPods ? null : pods);
  const wanted = new Set(young.map(([, owner]) => workloadKey(owner)));
  for (const sample of await session.instant(query, evaluationTime(span))) {
    const owner = owners.get(podOf(sample));
    if (!owner || sample.value === null || !wanted.has(workloadKey(owner))) continue;
    const key = workloadKey(owner);
    since.set(key, Math.min(since.get(key) ?? Number.POSITIVE_INFINITY, sample.value * 1000));
  }
  return since;
}
