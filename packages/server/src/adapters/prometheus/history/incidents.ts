import { workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import {
  binSeconds,
  type Listing,
  SourceError,
  type WorkloadIdentity,
  type WorkloadIncidents,
} from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import { letOthersRun } from '../client/parse-turns.ts';
import type { Sample } from '../client/response.ts';
import { absentMetricProblem, findAbsentMetrics } from '../diagnosis/absent-metrics.ts';
import { keyOf, type Owners, ownerQueries, podKey, podOwners } from '../inventory/owners.ts';
import { containerLabels } from '../queries/container-series.ts';
import { binAt } from './bins.ts';
import { KillDetector } from './out-of-memory.ts';
import { incidentQueries } from './queries.ts';

/** In whole seconds since the epoch. */
type Span = { readonly start: number; readonly end: number };

const daySeconds = 86_400;
const restartsMetric = 'kube_pod_container_status_restarts_total';

/**
 * Out-of-memory kills and restarts of the workloads of the namespaces. Most queries read only one sample per hour of
 * each pod, because a week of all samples of a large cluster is too much for one query. Only the queries about killed
 * pods read all samples.
 */
export async function readIncidents(
  session: Session,
  namespaces: readonly string[] | undefined,
  { start, end }: Span,
): Promise<Listing<WorkloadIncidents>> {
  const hourly = `[${end - start}s:3600s]`;
  const queries = incidentQueries(namespaces, hourly);
  const owning = ownerQueries(namespaces, hourly);
  const current = ownerQueries(namespaces);
  const at = (query: string) => session.instant(query, end);
  const [restarts, before, days, monitored, pods, replicaSets, podsNow, replicaSetsNow] = await Promise.all([
    at(queries.restarts),
    session.instant(queries.counts, start),
    Promise.all(daysOf({ start, end }).map((day) => readDay(session, queries, day))),
    session.range(queries.monitored, { start, end, step: 3600 }),
    at(owning.pods),
    at(owning.replicaSets),
    // Pods that are younger than an hour have no sample in the hourly series.
    at(current.pods),
    at(current.replicaSets),
  ]);
  const [first] = [...(monitored[0]?.points ?? [])].map(([time]) => time);
  if (first === undefined && (await findAbsentMetrics(session, end, [restartsMetric])).length > 0) {
    throw new SourceError(absentMetricProblem(restartsMetric));
  }
  const detector = new KillDetector();
  const firstBin = binAt(start, first ?? end);
  const kills = days.flatMap(({ killed, counts }) => detector.kills(killed, counts, start, firstBin));
  await letOthersRun();
  const owners = podOwners([...pods, ...podsNow], [...replicaSets, ...replicaSetsNow]);
  await letOthersRun();
  return { items: countByWorkload(owners, restartsSince(before, restarts), kills), problems: [] };
}

/** The killed containers are read day by day. A whole week would be too large for one response in a large cluster. */
const daysOf = ({ start, end }: Span): readonly Span[] =>
  Array.from({ length: Math.ceil((end - start) / daySeconds) }, (_, day) => {
    const from = start + day * daySeconds;
    return { start: from, end: Math.min(from + daySeconds, end) };
  });

/** The kills of one day, with the restart counts of the killed pods. */
async function readDay(session: Session, queries: ReturnType<typeof incidentQueries>, day: Span) {
  const bins = { ...day, step: binSeconds };
  const killed = await session.range(queries.killed, bins);
  const pods = [...new Set(killed.flatMap(({ labels }) => labels['pod'] ?? []))];
  return { killed, counts: pods.length === 0 ? [] : await session.range(queries.countsOf(pods), bins) };
}

const containerOf = ({ labels }: Sample): string => keyOf(...containerLabels.map((label) => labels[label]));
const podContainerOf = (sample: Sample): string => keyOf(containerOf(sample), sample.labels['uid']);

/**
 * The restarts of each pod: its counter starts at 0 when the pod is created. Without a uid, a lower count is that of a
 * new pod.
 */
function restartsSince(before: readonly Sample[], now: readonly Sample[]): { pod: string; restarts: number }[] {
  const earlier = new Map(before.map((sample) => [podContainerOf(sample), sample.value ?? 0]));
  const identified = new Set(now.filter(({ labels }) => labels['uid']).map(containerOf));
  return now.flatMap((sample) => {
    const isIdentified = Boolean(sample.labels['uid']);
    // If there are two exporters, perhaps only one of them reports the uid.
    if (!isIdentified && identified.has(containerOf(sample))) return [];
    const count = sample.value ?? 0;
    const own = earlier.get(podContainerOf(sample));
    const known = own ?? earlier.get(keyOf(containerOf(sample), '')) ?? 0;
    const isNewPod = count < known && (own === undefined || !isIdentified);
    return [{ pod: podKey(sample.labels), restarts: isNewPod ? count : Math.max(0, count - known) }];
  });
}

function countByWorkload(
  owners: Owners,
  restarts: ReturnType<typeof restartsSince>,
  kills: readonly { readonly pod: string }[],
): WorkloadIncidents[] {
  const counted = new Map<string, { identity: WorkloadIdentity; oomKills: number; restarts: number }>();
  const add = (pod: string, change: { readonly oomKills: number; readonly restarts: number }) => {
    const identity = owners.get(pod);
    if (identity === undefined) return;
    const entry = getOrInsert(counted, workloadKey(identity), () => ({ identity, oomKills: 0, restarts: 0 }));
    entry.oomKills += change.oomKills;
    entry.restarts += change.restarts;
  };
  for (const { pod, restarts: count } of restarts) add(pod, { oomKills: 0, restarts: count });
  for (const { pod } of kills) add(pod, { oomKills: 1, restarts: 0 });
  return [...counted.values()]
    .map(({ identity, ...counts }) => ({ ...identity, ...counts }))
    .filter(({ oomKills, restarts: count }) => oomKills + count > 0);
}
