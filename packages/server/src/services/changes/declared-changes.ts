import type { ChangeState } from '@trimtab/core';
import type { DeclaredState } from '../../ports/index.ts';

type Container = ChangeState['containers'][number];
type Replicas = Omit<ChangeState, 'containers'>;
const aspects = ['resources', 'image', 'replicas'] as const;
type Aspect = (typeof aspects)[number];

/** The compared state of one aspect. It must be plain JSON, because it is stored. */
type Watched<T> = {
  /** Null until it is known. */
  readonly value: T | null;
  /** The previous value, while pods with it still run. */
  readonly replaced: T | null;
  /** A different value that was seen only once so far. */
  readonly pending: { readonly value: T; readonly at: number } | null;
};
type Values = {
  readonly resources: readonly Container[];
  readonly image: readonly Container[];
  readonly replicas: Replicas;
};
/** The declared state of a target at the last comparison. */
export type Watch = { readonly [K in Aspect]: Watched<Values[K]> };

export type DeclaredChange = {
  readonly event: Aspect;
  readonly at: number;
  readonly before: ChangeState;
  readonly after: ChangeState;
};

const nothing = { value: null, replaced: null, pending: null };
export const firstWatch: Watch = { resources: nothing, image: nothing, replicas: nothing };

/**
 * Compares states, oldest first, with the last known state. A change counts when two consecutive states show it, at the
 * time of the first. A sample that a restart of the exporter distorts is therefore no change. Pods of a replaced
 * template are no change either, as long as a rollout or a canary keeps them.
 */
export function compare(watch: Watch, states: readonly DeclaredState[]): { watch: Watch; changes: DeclaredChange[] } {
  const changes: DeclaredChange[] = [];
  let current = watch;
  for (const state of states) {
    const values = valuesOf(state);
    for (const event of aspects) {
      const { next, changedAt } = step(event, current[event], values[event], state);
      const before = current;
      if (next !== current[event]) current = { ...current, [event]: next };
      if (changedAt !== null) changes.push({ event, at: changedAt, before: stateOf(before), after: stateOf(current) });
    }
  }
  return { watch: current, changes };
}

function step<K extends Aspect>(
  event: K,
  watched: Watched<Values[K]>,
  value: Values[K] | null,
  { at, isRollingOut }: DeclaredState,
): { readonly next: Watched<Values[K]>; readonly changedAt: number | null } {
  if (value === null) return { next: watched, changedAt: null };
  const replaced = isRollingOut ? watched.replaced : null;
  if (watched.value === null || isSame(event, watched.value, value)) {
    const isUnchanged = watched.replaced === replaced && watched.pending === null && hasSameNames(watched.value, value);
    return { next: isUnchanged ? watched : { value, replaced, pending: null }, changedAt: null };
  }
  if (replaced !== null && isSame(event, replaced, value))
    return { next: { ...watched, pending: null }, changedAt: null };
  if (watched.pending === null || !isSame(event, watched.pending.value, value))
    return { next: { ...watched, replaced, pending: { value, at } }, changedAt: null };
  return {
    next: { value, replaced: isRollingOut ? watched.value : null, pending: null },
    changedAt: watched.pending.at,
  };
}

/** Null if the state is unknown. */
function valuesOf({ containers, replicas, bounds }: DeclaredState): { readonly [K in Aspect]: Values[K] | null } {
  const declared = containers.map(
    ({ name, image, cpuRequest, cpuLimit, memoryRequest, memoryLimit }): Container => ({
      name,
      cpu_request: cpuRequest,
      cpu_limit: cpuLimit,
      memory_request: memoryRequest,
      memory_limit: memoryLimit,
      image: image === '' ? null : image,
    }),
  );
  return {
    resources: declared.length === 0 ? null : declared,
    image: declared.length === 0 || declared.some(({ image }) => image === null) ? null : declared,
    replicas:
      replicas === null && bounds === null
        ? null
        : { replicas, min_replicas: bounds?.minReplicas ?? null, max_replicas: bounds?.maxReplicas ?? null },
  };
}

/** Nodes report `nginx:1` as `docker.io/library/nginx:1`, which is the same image. */
const shortName = (image: string | null): string | null => image?.replace(/^docker\.io\/(?:library\/)?/, '') ?? null;

const resourcesOf = (container: Container) => ({ ...container, image: null });

/** Decides whether two values are equal. An added or removed container is a change of resources, not of images. */
const isSame = <K extends Aspect>(event: K, a: Values[K], b: Values[K]): boolean => compared[event](a, b);

const compared: { readonly [K in Aspect]: (a: Values[K], b: Values[K]) => boolean } = {
  resources: (a, b) => JSON.stringify(a.map(resourcesOf)) === JSON.stringify(b.map(resourcesOf)),
  image: (a, b) => {
    const images = new Map(a.map(({ name, image }) => [name, image]));
    return b.every(({ name, image }) => shortName(images.get(name) ?? image) === shortName(image));
  },
  replicas: (a, b) => JSON.stringify(a) === JSON.stringify(b),
};

const namesOf = (value: Values[Aspect] | null): string =>
  value === null ? '' : 'length' in value ? JSON.stringify(value.map(({ name }) => name)) : 'replicas';
const hasSameNames = (a: Values[Aspect] | null, b: Values[Aspect]): boolean => a !== null && namesOf(a) === namesOf(b);

/** The whole state. The image of each container comes from the aspect `image`. */
function stateOf({ resources, image, replicas }: Watch): ChangeState {
  const images = new Map(image.value?.map((one) => [one.name, one.image]));
  return {
    containers: (resources.value ?? []).map((one) => ({ ...one, image: images.get(one.name) ?? null })),
    ...(replicas.value ?? { replicas: null, min_replicas: null, max_replicas: null }),
  };
}
