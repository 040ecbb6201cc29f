import { workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import type { WorkloadIdentity } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { RangeSeries, Sample } from '../client/response.ts';
import { keyOf, ownerQueries, podKey, replicaSetOwners, workloadKinds } from '../inventory/owners.ts';
import { type PodNames, type Span, spanQueries } from './declared-queries.ts';

export type InSession = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

export type Reading = {
  /** Large answers have a session of their own, so that only one of them is in memory. */
  readonly session: InSession;
  readonly namespaces: readonly string[] | undefined;
  readonly span: Span;
  /** How many steps fit into one answer with all pods. */
  readonly stepsPerAnswer: number;
};

const stepsOf = ({ start, end, step }: Span): number => (end - start) / step + 1;

/** Parts of a span with at most this many steps, all of about the same length. */
export function* partsOf(span: Span, mostSteps: number): Generator<Span> {
  const { start, end, step } = span;
  const count = Math.ceil(stepsOf(span) / mostSteps);
  const length = Math.ceil(stepsOf(span) / count) * step;
  for (let from = start; from <= end; from += length)
    yield { start: from, end: Math.min(end, from + length - step), step };
}

/** Values by time. */
export type Timeline<T> = {
  readonly get: (time: number) => T | undefined;
  readonly keys: () => Iterable<number>;
};

export const ownerKey = ({ labels }: Pick<Sample, 'labels'>): string =>
  keyOf(labels['namespace'], labels['owner_kind'], labels['owner_name']);

/** Finds the workload of an owner of pods. Null if it is of another kind, or a ReplicaSet without a workload. */
export async function workloadFinder({ instant }: Session, namespaces: readonly string[] | undefined, span: Span) {
  const lookBack = `[${span.end - span.start + span.step}s:${span.step}s]`;
  const ofReplicaSets = replicaSetOwners(await instant(ownerQueries(namespaces, lookBack).replicaSets, span.end));
  return ({ labels }: Pick<Sample, 'labels'>): WorkloadIdentity | null => {
    const { namespace = '', owner_kind: kind = '', owner_name: name = '' } = labels;
    const identity = kind === 'ReplicaSet' ? ofReplicaSets.get(keyOf(namespace, name)) : { namespace, kind, name };
    return identity !== undefined && workloadKinds.has(identity.kind) ? identity : null;
  };
}

/** A ReplicaSet, StatefulSet or DaemonSet. By time: when the newest of its unfinished pods was created. */
export class Owner implements Timeline<number> {
  /** The names of its pods. */
  readonly pods = new Set<string>();
  /** How many samples say that it owns a pod. */
  samples = 0;
  /** Whether one of its pods had another owner too. */
  isShared = false;
  readonly kind: string;
  readonly identity: WorkloadIdentity;
  readonly #span: Span;
  /** One number per step, NaN without pods. A map would take several times the memory. */
  readonly #newest: Float64Array;

  constructor(kind: string, identity: WorkloadIdentity, span: Span) {
    this.kind = kind;
    this.identity = identity;
    this.#span = span;
    this.#newest = new Float64Array(stepsOf(span)).fill(Number.NaN);
  }

  #at(time: number): number {
    return (time - this.#span.start) / this.#span.step;
  }

  addPod(time: number, created: number): void {
    const index = this.#at(time);
    const known = this.#newest[index];
    if (known !== undefined && !(known >= created)) this.#newest[index] = created;
  }

  get(time: number): number | undefined {
    const newest = this.#newest[this.#at(time)];
    return newest === undefined || Number.isNaN(newest) ? undefined : newest;
  }

  *keys(): Generator<number> {
    for (const [index, newest] of this.#newest.entries())
      if (!Number.isNaN(newest)) yield this.#span.start + index * this.#span.step;
  }
}

/** By key, and by the key of each of their pods. */
export type Owners = { readonly all: ReadonlyMap<string, Owner>; readonly ofPod: ReadonlyMap<string, Owner> };

/** More names would make a query too long. */
const mostNames = 500;

/** Lists of names for one query each. If they name more than half of `count` pods, one query reads all pods instead. */
export function inBatches(names: ReadonlySet<string>, count: number): readonly PodNames[] {
  if (names.size > mostNames && 2 * names.size > count) return [undefined];
  const all = [...names];
  return Array.from({ length: Math.ceil(all.length / mostNames) }, (_, batch) =>
    all.slice(batch * mostNames, (batch + 1) * mostNames),
  );
}

/** Runs queries that select pods by their names. */
async function askAboutPods<T>(
  names: Iterable<string>,
  { ofPod }: Owners,
  ask: (pods: PodNames) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  return (await Promise.all(inBatches(new Set(names), ofPod.size).map(ask))).flat();
}

/** Runs queries that select the pods of these owners by their names. */
export const askAboutOwners = <T>(
  some: readonly Owner[],
  owners: Owners,
  ask: (pods: PodNames) => Promise<readonly T[]>,
): Promise<readonly T[]> =>
  askAboutPods(
    some.flatMap(({ pods }) => [...pods]),
    owners,
    ask,
  );

/** A pod of an owner; for each step, 1 if there was a sample of it. */
type OwnedPod = { readonly owner: Owner; readonly key: string; readonly steps: Uint8Array };

/** Reads which pods ran at each step, of which owners. The samples are joined here: Prometheus takes longer for it. */
export async function readOwners({ session, namespaces, span, stepsPerAnswer }: Reading): Promise<Owners> {
  const queries = spanQueries(namespaces, span);
  const workloadOf = await session((opened) => workloadFinder(opened, namespaces, span));
  const all = new Map<string, Owner>();
  const ofPod = new Map<string, Owner>();
  const pods = new Map<string, OwnedPod>();
  const addPod = (one: RangeSeries, identity: WorkloadIdentity) => {
    const { pod = '', owner_kind: kind = '' } = one.labels;
    const [owned, key] = [ownerKey(one), podKey(one.labels)];
    const { owner, steps } = getOrInsert(pods, keyOf(owned, pod), () => ({
      owner: getOrInsert(all, owned, () => new Owner(kind, identity, span)),
      key,
      steps: new Uint8Array(stepsOf(span)),
    }));
    owner.pods.add(pod);
    const other = getOrInsert(ofPod, key, () => owner);
    if (other !== owner) owner.isShared = other.isShared = true;
    for (const [time] of one.points) {
      owner.samples += 1;
      steps[(time - span.start) / span.step] = 1;
    }
  };
  for (const part of partsOf(span, stepsPerAnswer)) {
    for (const one of await session(({ range }) => range(queries.perStep.owners, part))) {
      const identity = workloadOf(one);
      if (identity !== null) addPod(one, identity);
    }
  }
  const owners = { all, ofPod };
  const [ended, created] = await session(async (opened) => {
    const finished = (await opened.instant(queries.finished, span.end)).filter(({ labels }) =>
      ofPod.has(podKey(labels)),
    );
    const names = finished.map(({ labels }) => labels['pod'] ?? '');
    const byWorkload = Map.groupBy(all.values(), ({ identity }) => workloadKey(identity));
    // Tells which of several owners is the newest.
    const several = [...byWorkload.values()].filter(({ length }) => length > 1).flat();
    return Promise.all([
      askAboutPods(names, owners, (some) => opened.range(queries.perStep.finished(some), span)),
      askAboutOwners(several, owners, (some) => opened.instant(queries.created(some), span.end)),
    ]);
  });
  const endedAt = new Map(ended.map(({ labels, points }) => [podKey(labels), new Map(points)]));
  const createdAt = new Map(created.map(({ labels, value }) => [podKey(labels), value ?? 0]));
  for (const { owner, key, steps } of pods.values()) {
    const [notAt, createdThen] = [endedAt.get(key), createdAt.get(key) ?? 0];
    for (const [index, isThere] of steps.entries()) {
      const time = span.start + index * span.step;
      if (isThere === 1 && notAt?.has(time) !== true) owner.addPod(time, createdThen);
    }
  }
  return owners;
}
