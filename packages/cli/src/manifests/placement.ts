import { isRecord, parseQuantity } from '@trimtab/core';
import type { PatchPlan } from '@trimtab/core/patch';
import { type Intended, valueAt } from './edit-text.ts';
import type { Layer } from './layer.ts';
import type { ManifestFile } from './manifest-file.ts';
import { type Edit, mergeEdits, type Tree } from './yaml-merge.ts';
import { CannotPlace, mapAt, type Path } from './yaml-source.ts';

/** An object of the cluster and its layers, from the outermost patch to the manifest. */
export type Composed = {
  /** The overlay or file that defines it, relative to the root of the repository. */
  readonly origin: string;
  /** Null if it is unknown. */
  readonly kind: string | null;
  readonly name: string;
  readonly namespace: string | null;
  readonly layers: readonly Layer[];
  /** The autoscaler, if it is part of the same values; null if it has a manifest. */
  readonly autoscaler: Composed | null;
};

/** One value that changes in a file. */
export type Written = {
  readonly file: string;
  /** Null for replicas. */
  readonly container: string | null;
  /** `requests.cpu`, `limits.memory`, `replicas`, `minReplicas` or `maxReplicas`. */
  readonly field: string;
  /** Null if the file did not set it. */
  readonly before: string | null;
  readonly after: string;
};

export type FileEdits = {
  readonly file: ManifestFile;
  readonly edits: readonly Edit[];
  readonly intended: readonly Intended[];
};

export type Placed = {
  readonly files: readonly FileEdits[];
  readonly written: readonly Written[];
  readonly notes: readonly string[];
};

type Wanted = {
  /** Null for a value of the object itself. */
  readonly container: { readonly name: string; readonly list: 'containers' | 'initContainers' } | null;
  /** The keys below the container, or below the object. */
  readonly key: readonly string[];
  readonly value: string;
  readonly field: string;
};

const podSpec: Path = ['spec', 'template', 'spec'];

/** The path from the object to the map that holds a wanted value; null if the layer does not have it. */
function startIn({ data }: Layer, { container }: Wanted): Path | null {
  if (container === null) return isRecord(data['spec']) ? [] : null;
  const { name, list } = container;
  const isNamed = (one: unknown) => isRecord(one) && one['name'] === name;
  const own = indexIn(data, list, isNamed);
  if (own !== -1) return [...podSpec, list, own];
  // Some servers do not say which containers are native sidecars.
  const sidecar = indexIn(
    data,
    'initContainers',
    (one) => isNamed(one) && valueAt(one, ['restartPolicy']) === 'Always',
  );
  return sidecar === -1 ? null : [...podSpec, 'initContainers', sidecar];
}

function indexIn(data: unknown, list: string, isWanted: (one: unknown) => boolean): number {
  const found = valueAt(data, [...podSpec, list]);
  return Array.isArray(found) ? found.findIndex(isWanted) : -1;
}

type Choice = { readonly layer: Layer; readonly start: Path; readonly before: string | null };

/** The layer in which to set a value: the outermost one that has the value or can take it. */
function choose([layer, ...inner]: readonly Layer[], wanted: Wanted): Choice | null {
  if (layer === undefined || isRemoved(layer, wanted)) return null;
  const start = startIn(layer, wanted);
  const found = start === null ? undefined : valueAt(layer.data, [...start, ...wanted.key]);
  if (start !== null && found !== undefined) return { layer, start, before: quantityText(found, wanted) };
  if (start === null || !takesNew(layer, start, wanted)) return choose(inner, wanted);
  const isReplaced = layer.form === 'replacement';
  return { layer, start, before: isReplaced ? null : (choose(inner, wanted)?.before ?? null) };
}

const isRemoved = ({ removed }: Layer, { key }: Wanted): boolean =>
  removed?.every((part, index) => part === key[index]) === true;

function quantityText(value: unknown, { field }: Wanted): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (parseQuantity(text) !== null) return text;
  // The value is a placeholder such as ${CPU}, which another program replaces.
  throw new CannotPlace(text === '' ? `${field} is not a quantity` : `${field} is ${text}, which is not a quantity`);
}

/** Whether a value may be added here. A patch must define the container or set values of that sort already. */
function takesNew({ data, form, placeOf }: Layer, start: Path, { container, key }: Wanted): boolean {
  if (form === 'object') return true;
  if (placeOf(start, key) === null) return false;
  const found = valueAt(data, container === null ? ['spec'] : start);
  if (!isRecord(found)) return false;
  return container === null
    ? 'minReplicas' in found || 'maxReplicas' in found
    : isRecord(found['resources']) || 'image' in found;
}

/** A container that a file for kubectl leaves out counts, because the manifest may have it. */
const wantedOf = ({ containers, leftOut = [] }: PatchPlan): Wanted[] =>
  [...containers, ...leftOut].flatMap(({ name, sidecar, requests, limits }) =>
    Object.entries({ requests, limits }).flatMap(([part, amounts]) =>
      Object.entries(amounts).flatMap(([resource, value]): Wanted[] => {
        const list = sidecar ? 'initContainers' : 'containers';
        if (value === null) return [];
        return [{ container: { name, list }, key: ['resources', part, resource], value, field: `${part}.${resource}` }];
      }),
    ),
  );

const ofObject = (field: string, value: number): Wanted => ({
  container: null,
  key: ['spec', field],
  value: String(value),
  field,
});

const isSame = (before: string | null, after: string): boolean =>
  before !== null && parseQuantity(before) === parseQuantity(after);

/** The edits that write the requests, limits and replicas of a plan into the manifests of its workload. */
export function placeWorkload(workload: Composed, plan: PatchPlan): Placed {
  const notes: string[] = [];
  const known = new Set<string>();
  const choices: (Wanted & Choice)[] = [];
  for (const wanted of wantedOf(plan)) {
    const name = wanted.container?.name ?? '';
    const choice = choose(workload.layers, wanted);
    if (choice !== null) choices.push({ ...wanted, ...choice });
    else if (!known.has(name)) notes.push(`The manifest has no container ${name}, so its requests stay as they are.`);
    known.add(name);
  }
  if (plan.containers.length > 0 && choices.length === 0)
    throw new CannotPlace('the manifest has none of its containers');
  refuseAboveLimit(workload.layers, choices);
  if (plan.replicas !== null) {
    const wanted = ofObject('replicas', plan.replicas);
    const choice = choose(workload.layers, wanted);
    if (choice?.before != null) choices.push({ ...wanted, ...choice });
    else notes.push(`The manifest sets no replicas, so the suggested ${plan.replicas} are not written.`);
  }
  return placedAll(choices, notes);
}

/** The edits that write the bounds of an autoscaler. */
export function placeAutoscaler(composed: Composed, { autoscaler }: PatchPlan): Placed {
  if (autoscaler === null) return placedAll([], []);
  const wanted = [ofObject('minReplicas', autoscaler.minReplicas), ofObject('maxReplicas', autoscaler.maxReplicas)];
  const choices = wanted.flatMap((one) => {
    const choice = choose(composed.layers, one);
    return choice === null ? [] : [{ ...one, ...choice }];
  });
  return placedAll(choices, []);
}

/** The manifest may have a limit that is not in the cluster yet. Kubernetes rejects a request above the limit. */
function refuseAboveLimit(layers: readonly Layer[], choices: readonly (Wanted & Choice)[]): void {
  for (const { container, key, value } of choices) {
    const [, part, resource = ''] = key;
    if (container === null || part !== 'requests') continue;
    const limit = { container, key: ['resources', 'limits', resource], value: '', field: `limits.${resource}` };
    const chosen = choices.find((one) => one.container?.name === container.name && one.field === limit.field);
    const text = chosen?.value ?? choose(layers, limit)?.before ?? null;
    const [amount, most] = [parseQuantity(value), parseQuantity(text)];
    if (amount !== null && most !== null && amount > most)
      throw new CannotPlace(
        `the ${resource} request of ${container.name} would be above its limit of ${text} in the manifest`,
      );
  }
}

/** Why a layer that several objects share must not be changed; null if all other objects override the value. */
function sharedProblem({ layer, ...wanted }: Wanted & Choice): string | null {
  const { others = [] } = layer;
  const affected = others.filter(({ above }) => !above.some((one) => hides(one, wanted)));
  const folders = [...new Set(affected.map(({ folder }) => folder))];
  const [first] = folders;
  if (first === undefined) return null;
  const more = folders.length === 1 ? '' : ` and ${folders.length - 1} more`;
  return `workloads of ${first}${more} get ${wanted.field} from it too; add a patch that sets resources to this overlay`;
}

function hides(layer: Layer, wanted: Wanted): boolean {
  if (isRemoved(layer, wanted)) return true;
  const start = startIn(layer, wanted);
  if (start === null) return false;
  const isReplaced = layer.form === 'replacement' && layer.placeOf(start, wanted.key) !== null;
  return isReplaced || valueAt(layer.data, [...start, ...wanted.key]) !== undefined;
}

function placedAll(all: readonly (Wanted & Choice)[], notes: readonly string[]): Placed {
  const choices = all.filter(({ before, value }) => !isSame(before, value));
  for (const choice of choices) {
    const problem = choice.layer.problem ?? sharedProblem(choice);
    if (problem !== null) throw new CannotPlace(`${choice.layer.file.path}: ${problem}`);
  }
  const placed = choices.flatMap((choice) => {
    const place = choice.layer.placeOf(choice.start, choice.key);
    return place === null ? [] : [{ ...choice, place }];
  });
  const byMap = Map.groupBy(placed, ({ layer, place }) => JSON.stringify([layer.file.path, layer.inside, place.map]));
  const files = [...byMap.values()].flatMap((group): FileEdits[] => {
    const [first] = group;
    const document = first?.layer.source.documents[first.layer.document];
    if (first === undefined || document === undefined) return [];
    const { layer, place } = first;
    const values = group.reduce<Tree>((tree, one) => withLeaf(tree, one.place.key, one.value), {});
    const edits = mergeEdits(layer.source, document, mapAt(document, place.map), values);
    const intended = group.map((one) => ({
      path: [...layer.inside, ...place.map, ...one.place.key],
      value: one.value,
    }));
    return [{ file: layer.file, edits, intended }];
  });
  const written = choices.map(({ layer, container, field, before, value }) => ({
    file: layer.file.path,
    container: container?.name ?? null,
    field,
    before,
    after: value,
  }));
  return { files, written, notes };
}

function withLeaf(tree: Tree, [key = '', ...rest]: readonly string[], value: string): Tree {
  if (rest.length === 0) return { ...tree, [key]: value };
  const next = tree[key];
  return { ...tree, [key]: withLeaf(typeof next === 'object' ? next : {}, rest, value) };
}
