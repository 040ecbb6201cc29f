import { workloadKey } from '@trimtab/core';
import type { DeclaredHistory, Listing } from '../../../ports/index.ts';
import { SourceError } from '../../../ports/index.ts';
import { isTooMuch, type Sample } from '../client/response.ts';
import { absentMetricProblem, findAbsentMetrics } from '../diagnosis/absent-metrics.ts';
import { type InSession, ownerKey, partsOf, type Reading, readOwners, workloadFinder } from './declared-owners.ts';
import { type AmountKind, declaredQueries, type Span, spanQueries } from './declared-queries.ts';
import { readReplicas } from './declared-replicas.ts';
import {
  CollectedStates,
  type OwnerStates,
  type SharedLists,
  sharedLists,
  stateReader,
  type WorkloadInPart,
} from './declared-states.ts';
import { amountsPerStep, imagesPerStep, readAmounts, readImages } from './declared-templates.ts';

/** The size of the largest answers, the pods at each step. It leaves room for pods that have been replaced. */
const bytesPerAnswer = 7_000_000;
const bytesPerPod = 400;
/** The three values of a sample count as at least 8 bytes each. */
const bytesPerStep = 24;
/**
 * Longer spans are read in parts. What changed within a part is read step by step. A query about samples in many files
 * also takes Prometheus longer.
 */
const mostSteps = 120;
/** So few steps are read one by one, in fewer queries with smaller answers. */
const fewSteps = 6;

/** Reads what each workload declared (requests, limits, replicas, images) at each step. */
export async function readDeclared(
  session: InSession,
  namespaces: readonly string[] | undefined,
  span: Span,
  mostBytes = bytesPerAnswer,
): Promise<Listing<DeclaredHistory>> {
  const [pods] = isShort(span)
    ? []
    : await session(({ instant }) => instant(spanQueries(namespaces, span).ownerCount, span.end));
  const stepsPerAnswer = Math.floor((mostBytes / Math.max(1, pods?.value ?? 1) - bytesPerPod) / bytesPerStep);
  const shared = sharedLists();
  const collected = new CollectedStates();
  const lastAmounts: PartReading['lastAmounts'] = new Map();
  for (const part of partsOf(span, stepsPerAnswer > fewSteps ? mostSteps : fewSteps))
    await readPart({ session, namespaces, span: part, stepsPerAnswer, shared, collected, lastAmounts });
  const items = collected.items();
  const isAbsent = () => session((opened) => findAbsentMetrics(opened, span.end, ['kube_pod_owner']));
  if (items.length === 0 && (await isAbsent()).length > 0) throw new SourceError(absentMetricProblem('kube_pod_owner'));
  return { items, problems: [] };
}

const isShort = ({ start, end, step }: Span): boolean => end - start < fewSteps * step;

type PartReading = Reading & {
  readonly shared: SharedLists;
  readonly collected: CollectedStates;
  readonly lastAmounts: Map<AmountKind, readonly Sample[]>;
};

async function readPart(reading: PartReading): Promise<void> {
  try {
    await readStates(reading);
  } catch (error) {
    const { span } = reading;
    const steps = (span.end - span.start) / span.step;
    if (!isTooMuch(error) || steps < 2) throw error;
    const middle = span.start + Math.floor(steps / 2) * span.step;
    await readPart({ ...reading, span: { ...span, end: middle } });
    await readPart({ ...reading, span: { ...span, start: middle + span.step } });
  }
}

async function readStates(reading: PartReading): Promise<void> {
  const { session, namespaces, span, shared, collected } = reading;
  const owners = await (isShort(span) ? ownersPerStep : ownersOfSpan)(reading);
  const replicas = await session((opened) => readReplicas(opened, namespaces, span));
  const times = observedTimes(owners);
  const byWorkload = Map.groupBy(owners, ({ identity }) => workloadKey(identity));
  const bounds = replicas.boundsOf(byWorkload);
  const workloads = new Map<string, WorkloadInPart>();
  for (const { identity } of [...owners, ...replicas.known.values()]) {
    const key = workloadKey(identity);
    if (workloads.has(key)) continue;
    const own = byWorkload.get(key);
    const stateAt = stateReader(own ?? [], replicas.known.get(key)?.at, bounds.get(key), shared);
    workloads.set(key, { identity, hasPods: own !== undefined, stateAt });
  }
  collected.add(times, workloads);
}

/** For few steps: one query for each part of the states. */
const ownersPerStep: typeof ownersOfSpan = ({ session: inSession, namespaces, span }) =>
  inSession(async (session) => {
    const queries = declaredQueries(namespaces);
    const [workloadOf, images, requests, limits, newest] = await Promise.all([
      workloadFinder(session, namespaces, span),
      session.range(queries.images, span),
      session.range(queries.requests, span),
      session.range(queries.limits, span),
      session.range(queries.newest, span),
    ]);
    const parts = {
      images: imagesPerStep(images),
      requests: amountsPerStep(requests),
      limits: amountsPerStep(limits),
    };
    const newestOf = new Map(
      newest.map((one) => [ownerKey(one), new Map([...one.points].map(([time, value]) => [time, value ?? 0]))]),
    );
    const owners = new Map([...images, ...requests, ...limits, ...newest].map((one) => [ownerKey(one), one]));
    return [...owners].flatMap(([key, one]) => {
      const identity = workloadOf(one);
      return identity === null
        ? []
        : [
            {
              identity,
              byReplicaSet: one.labels['owner_kind'] === 'ReplicaSet',
              newest: newestOf.get(key),
              images: parts.images.get(key),
              requests: parts.requests.get(key),
              limits: parts.limits.get(key),
            },
          ];
    });
  });

/** For many steps. */
async function ownersOfSpan(reading: PartReading): Promise<readonly OwnerStates[]> {
  const owners = await readOwners(reading);
  const { session, namespaces, span, lastAmounts } = reading;
  const ofPart = { namespaces, span, owners, lastAmounts };
  const images = await session((opened) => readImages({ ...ofPart, session: opened }));
  const requests = await session((opened) => readAmounts({ ...ofPart, session: opened }, 'requests'));
  const limits = await session((opened) => readAmounts({ ...ofPart, session: opened }, 'limits'));
  return [...owners.all].flatMap(([key, owner]) => {
    const [first] = owner.keys();
    return first === undefined
      ? []
      : [
          {
            identity: owner.identity,
            byReplicaSet: owner.kind === 'ReplicaSet',
            newest: owner,
            images: images.get(key),
            requests: requests.get(key),
            limits: limits.get(key),
          },
        ];
  });
}

/**
 * The times with samples of kube-state-metrics. A time without any request, while other times have some, means that an
 * exporter was starting or was not scraped.
 */
function observedTimes(owners: readonly OwnerStates[]): readonly number[] {
  const timesOf = (part: 'requests' | 'images') => {
    const times = new Set<number>();
    for (const { [part]: timeline } of owners)
      for (const time of timeline?.keys() ?? []) if (timeline?.get(time)?.size) times.add(time);
    return times;
  };
  const times = timesOf('requests');
  return [...(times.size > 0 ? times : timesOf('images'))].toSorted((a, b) => a - b);
}
