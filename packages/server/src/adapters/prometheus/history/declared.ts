import { workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { DeclaredHistory, DeclaredState, Listing, WorkloadIdentity } from '../../../ports/index.ts';
import { SourceError } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import { isTooMuch, type RangeSeries, type Sample } from '../client/response.ts';
import { absentMetricProblem, findAbsentMetrics } from '../diagnosis/absent-metrics.ts';
import { hpaKey, hpaReferences, scaledWorkload } from '../inventory/hpas.ts';
import { keyOf, ownerQueries, replicaSetOwners, workloadKinds } from '../inventory/owners.ts';
import { imageOf } from '../queries/container-state.ts';
import { valueLabel } from '../queries/promql.ts';
import { declaredQueries } from './declared-queries.ts';

/** In whole seconds since the epoch, multiples of `step`. */
type Span = { readonly start: number; readonly end: number; readonly step: number };
type Container = DeclaredState['containers'][number];
/** The states of the pods of one ReplicaSet, StatefulSet or DaemonSet over time. */
type OwnerStates = {
  readonly identity: WorkloadIdentity;
  readonly byReplicaSet: boolean;
  readonly containers: Map<number, Map<string, MutableContainer>>;
  readonly newest: Map<number, number>;
  /** Times at which its pods have different requests or limits, and those at which they have different images. */
  readonly differing: { readonly amounts: Set<number>; readonly images: Set<number> };
};
type MutableContainer = { -readonly [K in keyof Container]: Container[K] };

/** This many states take about 12 MB of JSON if each pod has two containers. */
const statesPerRead = 57_000;
const fewSteps = 12;

type InSession = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

/** Reads what each workload declared (requests, limits, replicas, images) at each step. */
export async function readDeclared(
  session: InSession,
  namespaces: readonly string[] | undefined,
  { start, end, step }: Span,
): Promise<Listing<DeclaredHistory>> {
  const found = new Map<string, { identity: WorkloadIdentity; states: DeclaredState[] }>();
  const { ownerCount } = declaredQueries(namespaces);
  const isShort = end - start < fewSteps * step;
  const [owners] = isShort ? [] : await session(({ instant }) => instant(ownerCount, end));
  const stepsPerRead = Math.max(fewSteps, Math.floor(statesPerRead / Math.max(1, owners?.value ?? 1)));
  for (let from = start; from <= end; from += stepsPerRead * step) {
    const span = { start: from, end: Math.min(end, from + (stepsPerRead - 1) * step), step };
    for (const { states, ...identity } of await readSpan(session, namespaces, span)) {
      const known = getOrInsert(found, workloadKey(identity), () => ({ identity, states: [] }));
      known.states.push(...states);
    }
  }
  if (found.size === 0 && (await session((opened) => findAbsentMetrics(opened, end, ['kube_pod_owner']))).length > 0)
    throw new SourceError(absentMetricProblem('kube_pod_owner'));
  const items = [...found.values()].map(({ identity, states }) => ({ ...identity, states: withoutRepeated(states) }));
  return { items, problems: [] };
}

async function readSpan(
  session: InSession,
  namespaces: readonly string[] | undefined,
  span: Span,
): Promise<readonly DeclaredHistory[]> {
  try {
    return await session((opened) => readStates(opened, namespaces, span));
  } catch (error) {
    const steps = (span.end - span.start) / span.step;
    if (!isTooMuch(error) || steps < 2) throw error;
    const middle = span.start + Math.floor(steps / 2) * span.step;
    const first = await readSpan(session, namespaces, { ...span, end: middle });
    return [...first, ...(await readSpan(session, namespaces, { ...span, start: middle + span.step }))];
  }
}

async function readStates(
  session: Session,
  namespaces: readonly string[] | undefined,
  span: Span,
): Promise<readonly DeclaredHistory[]> {
  const queries = declaredQueries(namespaces);
  const lookBack = `[${span.end - span.start + span.step}s:${span.step}s]`;
  const range = (query: string) => session.range(query, span);
  const [replicaSets, references, image, requested, limited, created, deployments, statefulSets, minimum, maximum] =
    await Promise.all([
      session.instant(ownerQueries(namespaces, lookBack).replicaSets, span.end),
      session.instant(hpaReferences(namespaces, lookBack), span.end),
      range(queries.images),
      range(queries.requests),
      range(queries.limits),
      range(queries.newest),
      range(queries.deployments),
      range(queries.statefulSets),
      range(queries.least),
      range(queries.most),
    ]);
  const owners = ownerStates(replicaSets, { image, requested, limited, created });
  const times = observedTimes(requested, image);
  const byWorkload = Map.groupBy(owners, ({ identity }) => workloadKey(identity));
  const replicas = new Map([
    ...valuesOf(deployments, 'Deployment', 'deployment'),
    ...valuesOf(statefulSets, 'StatefulSet', 'statefulset'),
  ]);
  const bounds = boundsOf(references, minimum, maximum, byWorkload);
  return [...byWorkload].flatMap(([key, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const states = times.map((time) => stateAt(time, own, replicas.get(key), bounds.get(key)));
    return [{ ...first.identity, states }];
  });
}

/**
 * The times with samples of kube-state-metrics. A time without any request, while other times have some, means that an
 * exporter was starting or was not scraped.
 */
function observedTimes(requests: readonly RangeSeries[], images: readonly RangeSeries[]): readonly number[] {
  const series = requests.length > 0 ? requests : images;
  return [...new Set(series.flatMap(({ points }) => [...points].map(([time]) => time)))].toSorted((a, b) => a - b);
}

function ownerStates(
  replicaSets: readonly Sample[],
  read: { readonly [K in 'image' | 'requested' | 'limited' | 'created']: readonly RangeSeries[] },
): readonly OwnerStates[] {
  const ofReplicaSets = replicaSetOwners(replicaSets);
  const owners = new Map<string, OwnerStates>();
  const ownerOf = ({ labels }: RangeSeries): OwnerStates | null => {
    const { namespace = '', owner_kind: kind = '', owner_name: name = '' } = labels;
    const identity = kind === 'ReplicaSet' ? ofReplicaSets.get(keyOf(namespace, name)) : { namespace, kind, name };
    if (identity === undefined || !workloadKinds.has(identity.kind)) return null;
    return getOrInsert(owners, keyOf(namespace, kind, name), () => ({
      identity,
      byReplicaSet: kind === 'ReplicaSet',
      containers: new Map(),
      newest: new Map(),
      differing: { amounts: new Set(), images: new Set() },
    }));
  };
  for (const series of read.image) addImages(ownerOf(series), series);
  for (const series of read.requested) addAmounts(ownerOf(series), series, 'Request');
  for (const series of read.limited) addAmounts(ownerOf(series), series, 'Limit');
  for (const series of read.created)
    for (const [time, value] of series.points) ownerOf(series)?.newest.set(time, value ?? 0);
  return [...owners.values()];
}

function addImages(owner: OwnerStates | null, { labels, points }: RangeSeries): void {
  const { container: name = '' } = labels;
  const image = imageOf(labels);
  for (const [time] of points) {
    const containers: Map<string, MutableContainer> =
      owner === null ? new Map() : getOrInsert(owner.containers, time, () => new Map());
    const known = containers.get(name);
    if (known?.image === image) continue;
    // Pods with different images may still have the same requests, so only the image is unknown.
    if (known !== undefined) owner?.differing.images.add(time);
    const amounts = { cpuRequest: null, cpuLimit: null, memoryRequest: null, memoryLimit: null };
    containers.set(name, { name, image: known === undefined ? image : '', ...amounts });
  }
}

function addAmounts(owner: OwnerStates | null, { labels, points }: RangeSeries, kind: 'Request' | 'Limit'): void {
  const amount = `${labels['resource'] === 'cpu' ? 'cpu' : 'memory'}${kind}` as const;
  const value = Number(labels[valueLabel]);
  for (const [time] of points) {
    const container = owner?.containers.get(time)?.get(labels['container'] ?? '');
    if (container === undefined) continue;
    // Two values of one container mean that the pods differ.
    if (container[amount] !== null) owner?.differing.amounts.add(time);
    container[amount] = value;
  }
}

/** Values by time, by workload. */
const valuesOf = (series: readonly RangeSeries[], kind: string, label: string) =>
  series.map(({ labels, points }): [string, ReadonlyMap<number, number | null>] => [
    workloadKey({ namespace: labels['namespace'] ?? '', kind, name: labels[label] ?? '' }),
    new Map(points),
  ]);

function boundsOf(
  info: readonly Sample[],
  minimum: readonly RangeSeries[],
  maximum: readonly RangeSeries[],
  workloads: ReadonlyMap<string, unknown>,
) {
  const references = new Map(info.map((sample) => [hpaKey(sample), sample]));
  const least = new Map(minimum.map((series) => [hpaKey(series), new Map(series.points)]));
  const bounds = new Map<string, ReadonlyMap<number, NonNullable<DeclaredState['bounds']>>>();
  for (const series of maximum) {
    const key = scaledWorkload(series, references, workloads);
    if (key === null) continue;
    const own = least.get(hpaKey(series));
    const known = [...series.points].flatMap(([time, value]) =>
      // The default minimum of Kubernetes.
      value === null ? [] : [[time, { minReplicas: own?.get(time) ?? 1, maxReplicas: value }] as const],
    );
    bounds.set(key, new Map(known));
  }
  return bounds;
}

function stateAt(
  time: number,
  owners: readonly OwnerStates[],
  replicas: ReadonlyMap<number, number | null> | undefined,
  bounds: ReadonlyMap<number, NonNullable<DeclaredState['bounds']>> | undefined,
): DeclaredState {
  const running = owners
    .filter(({ containers }) => containers.has(time))
    .toSorted((a, b) => (b.newest.get(time) ?? 0) - (a.newest.get(time) ?? 0));
  const [newest] = running;
  const isKnown = newest !== undefined && !newest.differing.amounts.has(time);
  const scaled = bounds?.get(time) ?? null;
  return {
    at: time * 1000,
    containers: isKnown
      ? [...(newest.containers.get(time)?.values() ?? [])]
          .map(withoutZeros)
          .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      : [],
    isRollingOut: running.length > 1 || (newest !== undefined && isMixed(newest, time)),
    replicas: scaled === null ? (replicas?.get(time) ?? null) : null,
    bounds: scaled,
  };
}

/**
 * Whether an owner has pods of two templates. The pods of a ReplicaSet have one template. Their images may differ because
 * nodes report different names, or because a webhook replaced a tag by a digest.
 */
const isMixed = ({ differing, byReplicaSet }: OwnerStates, time: number): boolean =>
  differing.amounts.has(time) || (!byReplicaSet && differing.images.has(time));

/** An amount of 0 counts as not set. */
const withoutZeros = ({ cpuRequest, cpuLimit, memoryRequest, memoryLimit, ...named }: Container): Container => ({
  ...named,
  cpuRequest: cpuRequest === 0 ? null : cpuRequest,
  cpuLimit: cpuLimit === 0 ? null : cpuLimit,
  memoryRequest: memoryRequest === 0 ? null : memoryRequest,
  memoryLimit: memoryLimit === 0 ? null : memoryLimit,
});

/** Removes the states that equal both of their neighbors. */
function withoutRepeated(states: readonly DeclaredState[]): readonly DeclaredState[] {
  const texts = states.map((state) => JSON.stringify({ ...state, at: 0 }));
  return states.filter((_, index) => texts[index] !== texts[index - 1] || texts[index] !== texts[index + 1]);
}
