import { posix } from 'node:path';
import { isRecord } from '@trimtab/core';
import { isMap, isScalar, isSeq, Scalar } from 'yaml';
import { valueAt } from './edit-text.ts';
import type { Layer } from './layer.ts';
import type { Manifest, ManifestFile } from './manifest-file.ts';
import { dataOf, type Path, parsePart, parseSource, syntaxError } from './yaml-source.ts';

/** The objects that a patch applies to. Null matches everything. */
type Selector = { readonly kind: RegExp | null; readonly name: RegExp | null; readonly namespace: string | null };

export type KustomizePatch = {
  readonly selector: Selector;
  /** The patch as a manifest with the kind and name of its object; null if it names no object. */
  readonly manifest: Manifest | null;
  /** The layers of the patch for an object, which is needed to find the containers that a JSON patch has by index. */
  readonly layersFor: (object: unknown) => Layer[];
};

/** The content of a kustomization.yaml. Paths are relative to the root of the repository. */
export type Kustomization = {
  readonly file: ManifestFile;
  readonly folder: string;
  readonly isComponent: boolean;
  readonly namespace: string | null;
  readonly prefix: string;
  readonly suffix: string;
  readonly resources: readonly string[];
  readonly components: readonly string[];
  /** The files of the patches. */
  readonly patchFiles: readonly string[];
  readonly patches: readonly KustomizePatch[];
};

export const isKustomization = (path: string): boolean =>
  /^(kustomization\.ya?ml|Kustomization)$/.test(posix.basename(path));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): string[] => listOf(value).filter((one) => typeof one === 'string');

export function readKustomization(file: ManifestFile, files: ReadonlyMap<string, ManifestFile>): Kustomization {
  const [document] = file.source.documents;
  const read = document === undefined ? null : dataOf(document);
  const data = isRecord(read) ? read : {};
  const folder = posix.dirname(file.path);
  const pathOf = (entry: string) => posix.join(folder, entry).replace(/\/$/, '');
  const entries = [
    ...listOf(data['patches']).map((one, index) => ({ one, at: ['patches', index] })),
    ...listOf(data['patchesJson6902']).map((one, index) => ({ one, at: ['patchesJson6902', index] })),
    ...listOf(data['patchesStrategicMerge']).map((one, index) => ({ one, at: ['patchesStrategicMerge', index] })),
  ];
  const found = entries.map(({ one, at }) => {
    const path = textOf(isRecord(one) ? one['path'] : one);
    const patchFile = path === '' || path.includes('\n') ? undefined : files.get(pathOf(path));
    const inline = isRecord(one) ? [...at, 'patch'] : at;
    const source = patchFile === undefined ? inlineSource(file, inline) : fileSource(patchFile);
    return { patchFile, patches: source === null ? [] : patchesIn(source, isRecord(one) ? one['target'] : undefined) };
  });
  return {
    file,
    folder,
    isComponent: data['kind'] === 'Component',
    namespace: textOf(data['namespace']) || null,
    prefix: textOf(data['namePrefix']),
    suffix: textOf(data['nameSuffix']),
    resources: [...textsOf(data['resources']), ...textsOf(data['bases'])].map(pathOf),
    components: textsOf(data['components']).map(pathOf),
    patchFiles: found.flatMap(({ patchFile }) => patchFile?.path ?? []),
    patches: [...found.flatMap(({ patches }) => patches), ...replicaCounts(file, data['replicas'])],
  };
}

/** The text of a patch: its location, and why it cannot be edited. */
type PatchSource = Pick<Layer, 'file' | 'source' | 'inside' | 'problem'>;

const fileSource = (file: ManifestFile): PatchSource => ({
  file,
  source: file.source,
  inside: [],
  problem: file.problem,
});

/** A patch in the kustomization itself. It can be edited if it is a literal block, whose lines are those of the patch. */
function inlineSource(file: ManifestFile, path: Path): PatchSource | null {
  let node: unknown = file.source.documents[0]?.contents;
  for (const key of path) node = isMap(node) || isSeq(node) ? node.get(key, true) : undefined;
  if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return null;
  const { text } = file.source;
  const [from, to] = node.range;
  const isLiteral = node.type === Scalar.BLOCK_LITERAL;
  const source = isLiteral ? parsePart(text, text.indexOf('\n', from) + 1, to) : parseSource(node.value);
  if (syntaxError(source) !== null) return null;
  const problem = isLiteral ? file.problem : 'a patch in it is text in quotes, not a block of lines';
  return { file, source, inside: [0, ...path], problem };
}

function patchesIn(from: PatchSource, target: unknown): KustomizePatch[] {
  return from.source.documents.flatMap((document, index) => {
    const data = dataOf(document);
    const base = { ...from, document: index, inside: [...from.inside, index] };
    if (isRecord(data)) return [mergePatch(base, data, target)];
    return Array.isArray(data) && isRecord(target) ? [jsonPatch(base, data, target)] : [];
  });
}

type PatchBase = PatchSource & { readonly document: number };

/** Kustomize matches the expressions of a target against the whole name. */
function expression(value: unknown): RegExp | null {
  if (typeof value !== 'string' || value === '') return null;
  try {
    return new RegExp(`^(?:${value})$`);
  } catch {
    return null;
  }
}

const selectorOf = (target: Record<string, unknown>): Selector => ({
  kind: expression(target['kind']),
  name: expression(target['name']),
  namespace: textOf(target['namespace']) || null,
});

/** A selector by label or annotation is not evaluated, so nothing is changed in its patch. */
const selectorProblem = (target: unknown): string | null =>
  isRecord(target) && ('labelSelector' in target || 'annotationSelector' in target)
    ? 'a patch there selects objects by label or annotation'
    : null;

const literal = (value: unknown): RegExp => new RegExp(`^${textOf(value).replaceAll(/[^\w-]/g, String.raw`\$&`)}$`);

const atSamePath: Layer['placeOf'] = (start, key) => ({ map: start, key });

function mergePatch(base: PatchBase, data: Record<string, unknown>, target: unknown): KustomizePatch {
  const metadata = isRecord(data['metadata']) ? data['metadata'] : {};
  const selector = isRecord(target)
    ? selectorOf(target)
    : {
        kind: literal(data['kind']),
        name: literal(metadata['name']),
        namespace: textOf(metadata['namespace']) || null,
      };
  const directive = JSON.stringify(data).includes('"$patch"') ? 'a patch there deletes or replaces parts' : null;
  const problem = base.problem ?? selectorProblem(target) ?? directive;
  const layer: Layer = { ...base, data, form: 'patch', problem, placeOf: atSamePath, removed: null };
  const [kind, name] = [textOf(data['kind']), textOf(metadata['name'])];
  const named = { ...base, path: [], kind, name, namespace: textOf(metadata['namespace']) || null, data, problem };
  return { selector, manifest: kind === '' || name === '' ? null : named, layersFor: () => [layer] };
}

function jsonPatch(base: PatchBase, operations: readonly unknown[], target: Record<string, unknown>): KustomizePatch {
  const problem = base.problem ?? selectorProblem(target);
  return {
    selector: selectorOf(target),
    manifest: null,
    // A later operation overrides earlier ones, so it comes first.
    layersFor: (object) =>
      operations.flatMap((one, index) => operationLayer({ ...base, problem }, { one, index, object })).toReversed(),
  };
}

type JsonOperation = { readonly one: unknown; readonly index: number; readonly object: unknown };

function operationLayer(base: PatchBase, { one, index, object }: JsonOperation): Layer[] {
  if (!isRecord(one)) return [];
  const pointer = textOf(one['path'])
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const kind = one['op'];
  if (kind === 'remove') return [{ ...base, data: {}, form: 'patch', placeOf: () => null, removed: pointer }];
  if (kind !== 'add' && kind !== 'replace') return [];
  const data = partOf(object, [], pointer, one['value']);
  if (!isRecord(data)) return [];
  const placeOf: Layer['placeOf'] = (start, key) => {
    const path = [...start, ...key];
    const isBelow = pointer.every((part, at) => part === path[at]) && pointer.length >= start.length;
    return isBelow ? { map: [index], key: ['value', ...path.slice(pointer.length).map(String)] } : null;
  };
  return [{ ...base, data, form: 'replacement', placeOf, removed: null }];
}

/** A copy of the object that contains only the value at the path, and the names of the list items on the path. */
function partOf(object: unknown, path: Path, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const own = partOf(object, [...path, key], rest, value);
  if (typeof key === 'string') return { [key]: own };
  const found = valueAt(object, [...path, key]);
  const name = isRecord(found) ? { name: found['name'] } : {};
  const list: unknown[] = Array.from({ length: key });
  return [...list, isRecord(own) ? { ...name, ...own } : own];
}

/** Layers for the field `replicas` of a kustomization, which sets the count of an object by its name. */
const replicaCounts = (file: ManifestFile, list: unknown): KustomizePatch[] =>
  listOf(list).flatMap((one, index) => {
    if (!isRecord(one)) return [];
    const layer: Layer = {
      ...fileSource(file),
      document: 0,
      inside: [0],
      data: { spec: { replicas: one['count'] } },
      form: 'patch',
      placeOf: (_start, key) =>
        key.join('.') === 'spec.replicas' ? { map: ['replicas', index], key: ['count'] } : null,
      removed: null,
    };
    return [
      {
        selector: { kind: null, name: literal(one['name']), namespace: null },
        manifest: null,
        layersFor: () => [layer],
      },
    ];
  });
