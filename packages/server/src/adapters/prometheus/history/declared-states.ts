import { getOrInsert } from '../../../get-or-insert.ts';
import type { DeclaredHistory, DeclaredState, WorkloadIdentity } from '../../../ports/index.ts';
import type { Timeline } from './declared-owners.ts';
import type { Bounds } from './declared-replicas.ts';
import { type Amounts, amountKey, type Images } from './declared-templates.ts';

/** The states of the pods of one ReplicaSet, StatefulSet or DaemonSet. */
export type OwnerStates = {
  readonly identity: WorkloadIdentity;
  readonly byReplicaSet: boolean;
  /** When its newest pod was created. */
  readonly newest: Timeline<number> | undefined;
  readonly images: Timeline<Images> | undefined;
  readonly requests: Timeline<Amounts> | undefined;
  readonly limits: Timeline<Amounts> | undefined;
};

type Containers = DeclaredState['containers'];
/** Returns the same list for equal lists. */
export type SharedLists = (list: Containers) => Containers;

export function sharedLists(): SharedLists {
  const lists = new Map<string, Containers>();
  return (list) => (list.length === 0 ? none : getOrInsert(lists, JSON.stringify(list), () => list));
}
const none: Containers = [];

/** Returns a function that gives the state of a workload at a time. */
export function stateReader(
  owners: readonly OwnerStates[],
  replicas: ReadonlyMap<number, number | null> | undefined,
  bounds: Bounds | undefined,
  shared: SharedLists,
): (time: number) => DeclaredState {
  const readers = owners.map((owner) => ({ owner, templateAt: templateReader(owner, shared) }));
  return (time) => {
    const running = readers.flatMap(({ owner, templateAt }) => {
      const template = templateAt(time);
      return template === null ? [] : [{ ...template, newest: owner.newest?.get(time) ?? 0 }];
    });
    const [newest] = running.toSorted((a, b) => b.newest - a.newest);
    const scaled = bounds?.get(time) ?? null;
    return {
      at: time * 1000,
      containers: newest?.containers ?? none,
      isRollingOut: running.length > 1 || newest?.isMixed === true,
      replicas: scaled === null ? (replicas?.get(time) ?? null) : null,
      bounds: scaled,
    };
  };
}

/** What an owner's pods declare. `containers` is empty if they have different requests or limits. */
type Template = { readonly containers: Containers; readonly isMixed: boolean };

/** Returns a function that gives the template at a time; null without pods. It makes a new one only after a change. */
function templateReader(
  { byReplicaSet, ...parts }: OwnerStates,
  shared: SharedLists,
): (time: number) => Template | null {
  let last: readonly (Images | Amounts | undefined)[] = [];
  let template: Template | null = null;
  return (time) => {
    const images = parts.images?.get(time);
    if (images === undefined || images.size === 0) return null;
    const requests = parts.requests?.get(time);
    const limits = parts.limits?.get(time);
    if (template === null || images !== last[0] || requests !== last[1] || limits !== last[2]) {
      last = [images, requests, limits];
      const made = templateOf(byReplicaSet, images, requests ?? noAmounts, limits ?? noAmounts);
      template = { ...made, containers: shared(made.containers) };
    }
    return template;
  };
}

const noAmounts: Amounts = new Map();

/**
 * The pods of a ReplicaSet have one template. Their images may differ because nodes report different names, or because a
 * webhook replaced a tag by a digest.
 */
function templateOf(byReplicaSet: boolean, images: Images, requests: Amounts, limits: Amounts): Template {
  const keys = [...images.keys()].flatMap((name) => [amountKey(name, 'cpu'), amountKey(name, 'memory')]);
  const differs = keys.some((key) => requests.get(key) === null || limits.get(key) === null);
  const isMixed = differs || (!byReplicaSet && [...images.values()].includes(null));
  if (differs) return { containers: [], isMixed };
  const containers = [...images].map(([name, image]) => ({
    name,
    image: image ?? '',
    // An amount of 0 counts as not set.
    cpuRequest: requests.get(amountKey(name, 'cpu')) || null,
    cpuLimit: limits.get(amountKey(name, 'cpu')) || null,
    memoryRequest: requests.get(amountKey(name, 'memory')) || null,
    memoryLimit: limits.get(amountKey(name, 'memory')) || null,
  }));
  return { containers: containers.toSorted((a, b) => (a.name < b.name ? -1 : 1)), isMixed };
}

/** Collects the states of the parts of a span, oldest first. Their lists must be shared. */
export class CollectedStates {
  readonly #workloads = new Map<string, { readonly identity: WorkloadIdentity; readonly states: DeclaredState[] }>();
  readonly #withPods = new Set<string>();
  readonly #times: number[] = [];

  /** `workloads`: all that have pods or replicas in this part. In another part they may have none. */
  add(times: readonly number[], workloads: ReadonlyMap<string, WorkloadInPart>): void {
    for (const [key, { identity, hasPods }] of workloads) {
      if (hasPods) this.#withPods.add(key);
      if (this.#workloads.has(key)) continue;
      const states: DeclaredState[] = [];
      for (const time of this.#times) addState(states, nothingAt(time));
      this.#workloads.set(key, { identity, states });
    }
    for (const [key, { states }] of this.#workloads) {
      const stateAt = workloads.get(key)?.stateAt ?? nothingAt;
      for (const time of times) addState(states, stateAt(time));
    }
    this.#times.push(...times);
  }

  /** The workloads that had pods at any time, in the same order however the source orders its series. */
  items(): readonly DeclaredHistory[] {
    return [...this.#workloads]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([key, { identity, states }]) => (this.#withPods.has(key) ? [{ ...identity, states }] : []));
  }
}

export type WorkloadInPart = {
  readonly identity: WorkloadIdentity;
  readonly hasPods: boolean;
  readonly stateAt: (time: number) => DeclaredState;
};

const nothingAt = (time: number): DeclaredState => ({
  at: time * 1000,
  containers: none,
  isRollingOut: false,
  replicas: null,
  bounds: null,
});

/** Adds a state. A state that equals both of its neighbors is left out. */
function addState(states: DeclaredState[], state: DeclaredState): void {
  const [before, last] = [states.at(-2), states.at(-1)];
  if (before !== undefined && last !== undefined && isSame(before, last) && isSame(last, state)) states.pop();
  states.push(state);
}

const isSame = (a: DeclaredState, b: DeclaredState): boolean =>
  a.containers === b.containers &&
  a.isRollingOut === b.isRollingOut &&
  a.replicas === b.replicas &&
  a.bounds?.minReplicas === b.bounds?.minReplicas &&
  a.bounds?.maxReplicas === b.bounds?.maxReplicas;
