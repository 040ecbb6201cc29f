import { ApiError, failure } from './api-error.ts';
import { asList, asObject, asText, equal, isObject, type Json, type JsonObject, type KubeObject } from './json.ts';

/**
 * The owners of the fields, as in `metadata.managedFields`. A field is a path of steps: `f:name` for a field, and
 * `k:{"name":"app"}` for the item of a list.
 */
type FieldSet = ReadonlySet<string>;

export type Entry = {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time: string;
  readonly fields: FieldSet;
};

/** The keys that identify the items of a list; null for a list that is one value. */
export type ListKeys = (path: readonly string[]) => readonly string[] | null;

const separator = '\0';
const ownedMetadata = new Set(['labels', 'annotations', 'finalizers', 'ownerReferences']);
/** Objects that always exist in the built-in types, and that therefore have no owner. */
const fixedObjects = /^f:(metadata|status|spec(\0f:(strategy|template(\0f:(metadata|spec))?))?)$/;

type Walk = { readonly keys: ListKeys; readonly withObjects: boolean; readonly isCustom: boolean };

/** The fields of an object, without those that belong to the server. `withObjects`: includes the objects themselves. */
function fieldsOf(object: JsonObject, walk: Walk): Map<string, Json | undefined> {
  const fields = new Map<string, Json | undefined>();
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = object;
  const owned = Object.entries(asObject(metadata)).filter(([key]) => ownedMetadata.has(key));
  collect({ ...(owned.length === 0 ? {} : { metadata: Object.fromEntries(owned) }), ...rest }, [], [], fields, walk);
  return fields;
}

function collect(
  value: Json,
  steps: string[],
  path: string[],
  fields: Map<string, Json | undefined>,
  walk: Walk,
): void {
  const here = steps.join(separator);
  const keys = Array.isArray(value) && value.length > 0 ? walk.keys(path) : null;
  if (Array.isArray(value) && keys !== null) {
    for (const item of value) {
      const own = [...steps, itemStep(item, keys)];
      fields.set(own.join(separator), undefined);
      for (const [key, each] of Object.entries(asObject(item))) {
        if (each !== undefined) collect(each, [...own, `f:${key}`], [...path, key], fields, walk);
      }
    }
    return;
  }
  const isAtomic = path.join('.') === 'spec.selector' && !walk.isCustom;
  if (!isObject(value) || isAtomic || Object.keys(value).length === 0) {
    if (here !== '') fields.set(here, value);
    return;
  }
  const isFixed = walk.isCustom ? here === 'f:metadata' : fixedObjects.test(here);
  if (walk.withObjects && here !== '' && !isFixed) fields.set(here, undefined);
  for (const [key, each] of Object.entries(value)) {
    if (each !== undefined) collect(each, [...steps, `f:${key}`], [...path, key], fields, walk);
  }
}

const itemStep = (item: Json, keys: readonly string[]): string =>
  `k:${JSON.stringify(Object.fromEntries(keys.map((key) => [key, asObject(item)[key]])))}`;

function readEntries(object: JsonObject): Entry[] {
  return asList(asObject(object['metadata'])['managedFields']).map((each) => {
    const entry = asObject(each);
    const fields = new Set<string>();
    readTree(asObject(entry['fieldsV1']), [], fields);
    return {
      manager: asText(entry['manager']),
      operation: entry['operation'] === 'Apply' ? 'Apply' : 'Update',
      apiVersion: asText(entry['apiVersion']),
      subresource: asText(entry['subresource']),
      time: asText(entry['time']),
      fields,
    };
  });
}

function readTree(tree: JsonObject, steps: string[], fields: Set<string>): void {
  const keys = Object.keys(tree);
  if (steps.length > 0 && (keys.length === 0 || '.' in tree)) fields.add(steps.join(separator));
  for (const key of keys) if (key !== '.') readTree(asObject(tree[key]), [...steps, key], fields);
}

function treeOf(fields: FieldSet): JsonObject {
  const root: JsonObject = {};
  for (const field of [...fields].toSorted()) {
    let node = root;
    for (const step of field.split(separator)) node = asObject((node[step] ??= {}));
    node['.'] = {};
  }
  return withoutLeafMarks(root);
}

/** Only an object that has owned fields of its own is marked with a dot. */
function withoutLeafMarks(tree: JsonObject): JsonObject {
  const keys = Object.keys(tree);
  if (keys.length === 1 && keys[0] === '.') return {};
  return Object.fromEntries(keys.map((key) => [key, key === '.' ? {} : withoutLeafMarks(asObject(tree[key]))]));
}

export function writeEntries(entries: readonly Entry[]): Json[] {
  return entries
    .filter(({ fields }) => fields.size > 0)
    .toSorted(
      (a, b) =>
        a.operation.localeCompare(b.operation) || a.time.localeCompare(b.time) || (a.manager < b.manager ? -1 : 1),
    )
    .map(({ manager, operation, apiVersion, subresource, time, fields }) => ({
      manager,
      operation,
      apiVersion,
      ...(time === '' ? {} : { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: treeOf(fields),
      ...(subresource === '' ? {} : { subresource }),
    }));
}

type Author = Omit<Entry, 'fields'>;
const isBy = (entry: Entry, author: Author): boolean =>
  entry.manager === author.manager &&
  entry.operation === author.operation &&
  entry.apiVersion === author.apiVersion &&
  entry.subresource === author.subresource;

/** The entries after a create, an update or a patch. The author of the request owns the fields that it changed. */
export function afterUpdate(old: JsonObject | null, next: JsonObject, author: Author, walk: Omit<Walk, 'withObjects'>) {
  const before = old === null ? new Map<string, Json | undefined>() : fieldsOf(old, { ...walk, withObjects: true });
  const after = fieldsOf(next, { ...walk, withObjects: true });
  const changed = [...after].filter(([field, value]) => !before.has(field) || !equal(before.get(field), value));
  const taken = new Set(changed.map(([field]) => field));
  const entries = old === null ? [] : readEntries(old);
  const kept = entries.map((entry) => {
    const isOwn = isBy(entry, author);
    const fields = [...entry.fields].filter((field) => after.has(field) && (isOwn || !taken.has(field)));
    return {
      ...entry,
      fields: new Set(isOwn ? [...fields, ...taken] : fields),
      ...(isOwn && taken.size > 0 ? { time: author.time } : {}),
    };
  });
  return kept.some((entry) => isBy(entry, author)) ? kept : [...kept, { ...author, fields: taken }];
}

/** The fields of an apply that other managers own with different values. */
function conflictsOf(
  live: Map<string, Json | undefined>,
  wanted: Map<string, Json | undefined>,
  entries: readonly Entry[],
  author: Author,
) {
  return entries
    .filter((entry) => !isBy(entry, author))
    .flatMap((entry) =>
      [...wanted]
        .filter(([field, value]) => value !== undefined && entry.fields.has(field) && !equal(live.get(field), value))
        .map(([field]) => ({ field, owner: ownerText(entry) })),
    );
}

const ownerText = ({ manager, operation, apiVersion, subresource }: Entry): string =>
  `"${manager}"${subresource === '' ? '' : ` with subresource "${subresource}"`}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;

/** `.spec.template.spec.containers[name="app"].image` */
function pathText(field: string): string {
  return field
    .split(separator)
    .map((step) => {
      if (step.startsWith('f:')) return `.${step.slice(2)}`;
      const keys = Object.entries(asObject(JSON.parse(step.slice(2))));
      return `[${keys.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(',')}]`;
    })
    .join('');
}

function applyConflict(conflicts: readonly { field: string; owner: string }[]): ApiError {
  const byOwner = [...Map.groupBy(conflicts, ({ owner }) => owner)];
  const one = conflicts.length === 1;
  const texts = byOwner.map(([owner, own]) =>
    one
      ? `conflict with ${owner}: ${pathText(own[0]?.field ?? '')}`
      : `conflicts with ${owner}:\n${own.map(({ field }) => `- ${pathText(field)}`).join('\n')}`,
  );
  return failure({
    code: 409,
    message: `Apply failed with ${conflicts.length} conflict${one ? '' : 's'}: ${texts.join('\n')}`,
    reason: 'Conflict',
    details: {
      causes: conflicts.map(({ field, owner }) => ({
        reason: 'FieldManagerConflict',
        message: `conflict with ${owner}`,
        field: pathText(field),
      })),
    },
  });
}

type Applying = {
  readonly live: KubeObject;
  /** The fields in the author's request, with quantities in the form that the server stores. */
  readonly wanted: JsonObject;
  readonly author: Author;
  readonly force: boolean;
  readonly walk: Omit<Walk, 'withObjects'>;
};

/** Server-side apply: the merged object and the new entries. Throws the conflict 409 unless `force` is set. */
export function applied({ live, wanted, author, force, walk }: Applying): { object: JsonObject; entries: Entry[] } {
  const plain = { ...walk, withObjects: false };
  const entries = readEntries(live);
  const fields = fieldsOf(wanted, plain);
  const conflicts = conflictsOf(fieldsOf(live, plain), fields, entries, author);
  if (conflicts.length > 0 && !force) throw applyConflict(conflicts);
  const before = entries.find((entry) => isBy(entry, author));
  const lost = new Set(conflicts.map(({ field }) => field));
  const others = entries
    .filter((entry) => !isBy(entry, author))
    .map((entry) => ({ ...entry, fields: new Set([...entry.fields].filter((field) => !lost.has(field))) }));
  const merged = mergedObject(live, wanted, [], walk.keys);
  const owned = new Set(others.flatMap((entry) => [...entry.fields]));
  const isOwned = (field: string) =>
    owned.has(field) || [...owned].some((other) => other.startsWith(`${field}${separator}`));
  const dropped = [...(before?.fields ?? [])].filter((field) => !fields.has(field) && !isOwned(field));
  for (const field of dropped.toSorted((a, b) => b.length - a.length)) removeField(merged, field.split(separator));
  // An apply that changes no value of the object does not change the time.
  const time = equal(merged, live) ? (before?.time ?? '') : author.time;
  return { object: merged, entries: [...others, { ...author, fields: new Set(fields.keys()), time }] };
}

/** Merges objects field by field and lists with keys item by item. Everything else is replaced. */
function mergedObject(live: JsonObject, wanted: JsonObject, path: readonly string[], keys: ListKeys): JsonObject {
  const result: JsonObject = { ...live };
  for (const [key, value] of Object.entries(wanted)) {
    const here = [...path, key];
    const current = result[key];
    const itemKeys = Array.isArray(value) ? keys(here) : null;
    if (isObject(value) && isObject(current)) result[key] = mergedObject(current, value, here, keys);
    else if (Array.isArray(value) && Array.isArray(current) && itemKeys !== null) {
      result[key] = mergedItems(current, value, here, keys, itemKeys);
    } else result[key] = structuredClone(value);
  }
  return result;
}

function mergedItems(
  live: Json[],
  wanted: Json[],
  path: readonly string[],
  keys: ListKeys,
  itemKeys: readonly string[],
): Json[] {
  const result = [...live];
  for (const item of wanted) {
    const index = result.findIndex((each) => itemStep(each, itemKeys) === itemStep(item, itemKeys));
    if (index === -1) result.push(structuredClone(item));
    else result[index] = mergedObject(asObject(result[index]), asObject(item), path, keys);
  }
  return result;
}

function removeField(object: JsonObject, steps: readonly string[]): void {
  const [step = '', ...rest] = steps;
  const key = step.slice(2);
  if (rest.length === 0) {
    delete object[key];
    return;
  }
  const value = object[key];
  if (Array.isArray(value)) {
    const wanted = asObject(JSON.parse((rest[0] ?? '').slice(2)));
    const isItem = (each: Json) => Object.entries(wanted).every(([name, own]) => equal(asObject(each)[name], own));
    const copy =
      rest.length === 1
        ? value.filter((each) => !isItem(each))
        : value.map((each) => (isItem(each) ? { ...asObject(each) } : each));
    object[key] = copy;
    const item = copy.find(isItem);
    if (rest.length > 1 && isObject(item)) removeField(item, rest.slice(1));
  } else if (isObject(value)) {
    const copy = { ...value };
    object[key] = copy;
    removeField(copy, rest);
    if (Object.keys(copy).length === 0) delete object[key];
  }
}
