import type { PatchPlan } from '@trimtab/core/patch';
import { targetTitle } from '../target-title.ts';
import { chartWorkload } from './chart-values.ts';
import { applyEdits, type Intended, valueAt, verifyEdit } from './edit-text.ts';
import { readKustomizations } from './kustomize.ts';
import { manifestLayer } from './layer.ts';
import { type Manifest, type ManifestFile, type RepositoryFile, readManifestFile } from './manifest-file.ts';
import { emptyMapping, InvalidMapping, readMapping } from './mapping-file.ts';
import {
  type Composed,
  type FileEdits,
  type Placed,
  placeAutoscaler,
  placeWorkload,
  type Written,
} from './placement.ts';
import { readValueComments } from './value-comments.ts';
import type { Edit } from './yaml-merge.ts';
import { CannotPlace, syntaxError } from './yaml-source.ts';

export { InvalidMapping };

/** An enrolled workload. The kind is null if the server does not say it. */
export type EnrolledWorkload = { readonly namespace: string; readonly name: string; readonly kind: string | null };

/** Something that stays unchanged, and the reason. */
export type Left = { readonly target: string | null; readonly file: string | null; readonly reason: string };

/** The change of one workload. */
export type Change = {
  readonly plan: PatchPlan;
  readonly written: readonly Written[];
  readonly notes: readonly string[];
  /** The owner of the workload according to its annotations or labels; null if they name none. */
  readonly owner: string | null;
};

export type Repository = {
  /** The objects by name. */
  readonly composed: ReadonlyMap<string, readonly Composed[]>;
  readonly files: readonly ManifestFile[];
  /** The folders of the charts, with a slash at the end. `isMapped`: a mapping names the workloads of the values. */
  readonly charts: readonly { readonly folder: string; readonly isMapped: boolean }[];
};

type Scope = {
  /** Only files in this folder are changed. Empty for all files; otherwise with a slash at the end. */
  readonly folder: string;
  /** The namespace of manifests without a namespace; null if unknown. */
  readonly namespace: string | null;
  /** The kinds of the workloads. */
  readonly kinds: ReadonlySet<string>;
};

/**
 * Finds the Kubernetes objects in the files.
 * @throws InvalidMapping if .trimtab.yaml is wrong
 */
export function openRepository(files: readonly RepositoryFile[], { folder, namespace, kinds }: Scope): Repository {
  const charts = chartFolders(files);
  const isTemplate = ({ path }: { readonly path: string }) => charts.some((chart) => isTemplateOf(chart, path));
  const wanted = kindPattern(kinds);
  const every = files.map((file) => readManifestFile(file, { isTemplate: isTemplate(file), kinds: wanted }));
  const mappingFile = [`${folder}.trimtab.yaml`, '.trimtab.yaml'].flatMap(
    (path) => every.find((one) => one.path === path) ?? [],
  )[0];
  const mapping = mappingFile === undefined ? emptyMapping : readMapping(mappingFile);
  const all = every.filter(({ path }) => !mapping.ignored.some((one) => path === one || path.startsWith(`${one}/`)));
  const kustomized = readKustomizations(all, folder);
  const read = all.filter(({ path }) => path.startsWith(folder));
  const plain = read
    .filter((file) => !kustomized.files.has(file.path) && !isTemplate(file))
    .flatMap(({ manifests }) => manifests)
    .map(plainObject);
  const values = [...mapping.charts, ...read.flatMap(readValueComments)].flatMap((one) => {
    const file = all.find(({ path }) => path === one.file);
    if (file === undefined) throw new InvalidMapping(`there is no file ${one.file}`);
    return one.file.startsWith(folder) ? [chartWorkload(one, file)] : [];
  });
  const mapped = values.flatMap(({ layers }) => fileOf(layers) ?? []);
  const namespaceOf = (one: Composed) =>
    mapping.namespaces.find(([prefix]) => one.origin.startsWith(prefix))?.[1] ?? namespace;
  const composed = [...plain, ...kustomized.objects, ...values].map((one) => ({
    ...one,
    namespace: one.namespace ?? namespaceOf(one),
  }));
  return {
    composed: Map.groupBy(composed, ({ name }) => name),
    files: read,
    charts: charts
      .filter((chart) => chart.startsWith(folder))
      .map((chart) => ({ folder: chart, isMapped: mapped.some((path) => path.startsWith(chart)) })),
  };
}

const isTemplateOf = (chart: string, path: string): boolean => path.startsWith(`${chart}templates/`);

/** The folders with a chart, with a slash at their end. */
const chartFolders = (files: readonly RepositoryFile[]): string[] =>
  files.flatMap(({ path }) => (/(^|\/)Chart\.yaml$/.test(path) ? [path.slice(0, -'Chart.yaml'.length)] : []));

const plainObject = (manifest: Manifest): Composed => ({
  origin: manifest.file.path,
  kind: manifest.kind,
  name: manifest.name,
  namespace: manifest.namespace,
  layers: [manifestLayer(manifest)],
  autoscaler: null,
});

const workloadKinds = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Rollout']);

const isKind = (composed: Composed, kind: string | null): boolean =>
  composed.kind === null || (kind === null ? workloadKinds.has(composed.kind) : composed.kind === kind);

const objectsOf = ({ composed }: Repository, { namespace, name, kind }: EnrolledWorkload): Composed[] =>
  (composed.get(name) ?? []).filter((one) => one.namespace === namespace && isKind(one, kind));

/** Matches `kind: Deployment` in YAML and JSON, for these kinds, autoscalers and lists. */
function kindPattern(kinds: ReadonlySet<string>): RegExp {
  const names = [...workloadKinds, ...kinds].filter((kind) => /^\w+$/.test(kind));
  return new RegExp(String.raw`\bkind["']?[ \t]*:[ \t]*["']?(${names.join('|')}|HorizontalPodAutoscaler|\w*List)\b`);
}

/** The workloads that have a manifest, and what cannot be assigned to a workload. */
export function findWorkloads<T extends EnrolledWorkload>(
  repository: Repository,
  workloads: readonly T[],
): { readonly found: readonly T[]; readonly left: readonly Left[] } {
  const found = workloads.filter((one) => objectsOf(repository, one).length > 0);
  const homeless = new Set(
    workloads.flatMap(({ name, kind }) =>
      (repository.composed.get(name) ?? []).filter((one) => one.namespace === null && isKind(one, kind)),
    ),
  );
  const named = new Set(found.flatMap((one) => objectsOf(repository, one).map(({ layers }) => fileOf(layers))));
  return { found, left: [...[...homeless].map(withoutNamespace), ...unreadable(repository, named)] };
}

const withoutNamespace = ({ name, layers }: Composed): Left => ({
  target: null,
  file: fileOf(layers),
  reason: `the manifest of ${name} names no namespace; -n NAMESPACE or .trimtab.yaml gives it one`,
});

const fileOf = (layers: Composed['layers']): string | null => layers.at(-1)?.file.path ?? null;

const ofWorkload = /^[ \t]*["']?kind["']?:[ \t]*["']?(Deployment|StatefulSet|DaemonSet|ReplicaSet|Rollout)\b/m;

/** Whether objects of the file may be missing or have wrong names, as after a syntax error. */
const isIncomplete = ({ manifests, source, text }: ManifestFile): boolean =>
  manifests.length === 0 || (syntaxError(source) !== null && !text.includes('{{'));

/**
 * Files that look like manifests of workloads, but whose objects cannot be read, without those of the workloads that were
 * found. A chart is one entry.
 */
function unreadable({ files, charts }: Repository, named: ReadonlySet<string | null>): Left[] {
  const found = files.filter((file) => ofWorkload.test(file.text) && file.problem !== null && !named.has(file.path));
  const left = found
    .filter((file) => isIncomplete(file) && !charts.some(({ folder }) => isTemplateOf(folder, file.path)))
    .map(({ path, problem }) => ({ target: null, file: path, reason: problem ?? '' }));
  const unmapped = charts.filter(
    ({ folder, isMapped }) => !isMapped && found.some(({ path }) => isTemplateOf(folder, path)),
  );
  return [...left, ...unmapped.map(({ folder }) => ({ target: null, file: folder || './', reason: unmappedChart }))];
}

const unmappedChart =
  'it is a Helm chart; .trimtab.yaml, or a comment in its values, can say where they have the resources';

/**
 * The changes of one plan.
 * @throws CannotPlace if the plan cannot be written with certainty
 */
function placePlan(repository: Repository, plan: PatchPlan): Placed {
  const workload = single(objectsOf(repository, plan), `${plan.kind}s`);
  const placed = placeWorkload(workload, plan);
  if (plan.autoscaler === null) return placed;
  const { name } = plan.autoscaler;
  const wanted = { namespace: plan.namespace, name, kind: 'HorizontalPodAutoscaler' };
  const autoscalers =
    workload.autoscaler === null
      ? objectsOf(repository, wanted).filter(({ kind }) => kind !== null)
      : [workload.autoscaler];
  if (autoscalers.length === 0)
    return {
      ...placed,
      notes: [...placed.notes, `The autoscaler ${name} has no manifest, so its bounds stay as they are.`],
    };
  const bounds = placeAutoscaler(single(autoscalers, 'autoscalers'), plan);
  return {
    files: [...placed.files, ...bounds.files],
    written: [...placed.written, ...bounds.written],
    notes: [...placed.notes, ...bounds.notes],
  };
}

function single(objects: readonly Composed[], what: string): Composed {
  const [first, second] = objects;
  if (first === undefined) throw new CannotPlace('there is no manifest');
  if (second === undefined) return first;
  const paths = [...new Set(objects.map(({ layers }) => fileOf(layers)))].join(', ');
  throw new CannotPlace(`${objects.length} ${what} have this name: ${paths}`);
}

type PlacedPlan = Placed & { readonly plan: PatchPlan; readonly owner: string | null };

/** Finds the edits of each plan. A plan without changed values is in neither list. */
export function placePlans(
  repository: Repository,
  plans: readonly PatchPlan[],
): { readonly placed: readonly PlacedPlan[]; readonly left: readonly Left[] } {
  const placed: PlacedPlan[] = [];
  const left: Left[] = [];
  for (const plan of plans) {
    try {
      const owner = ownerOf(objectsOf(repository, plan));
      const one = { ...placePlan(repository, plan), plan, owner };
      if (one.written.length > 0) placed.push(one);
      else if (one.notes.length > 0) left.push({ target: targetTitle(plan), file: null, reason: sentence(one.notes) });
    } catch (error) {
      left.push(leftOut(plan, error));
    }
  }
  return { placed, left };
}

/** Joins notes to one reason that begins in lower case and has no full stop at the end. */
const sentence = ([first = '', ...more]: readonly string[]): string =>
  [first.charAt(0).toLowerCase() + first.slice(1), ...more].join(' ').replace(/[.]$/, '');

/** The annotations and labels that can name the owner of a workload, the most specific first. */
const ownerKeys = [
  ['annotations', 'trimtab.dev/owner'],
  ['labels', 'trimtab.dev/owner'],
  ['labels', 'owner'],
  ['labels', 'team'],
] as const;

function ownerOf(objects: readonly Composed[]): string | null {
  const layers = objects.flatMap((one) => one.layers);
  for (const key of ownerKeys) {
    const found = layers.map(({ data }) => valueAt(data, ['metadata', ...key])).find((one) => typeof one === 'string');
    if (typeof found === 'string' && found !== '') return found;
  }
  return null;
}

function leftOut(plan: PatchPlan, error: unknown): Left {
  if (error instanceof CannotPlace) return { target: targetTitle(plan), file: null, reason: error.message };
  throw error;
}

/** The new texts of all files. A plan is left out if its edits would also change other values. */
export function changedFiles(placed: readonly PlacedPlan[]): {
  readonly changes: readonly Change[];
  readonly files: readonly RepositoryFile[];
  readonly left: readonly Left[];
} {
  const left: Left[] = [];
  const attempt = (some: readonly PlacedPlan[]): RepositoryFile[] | null => {
    try {
      return verified(some);
    } catch (error) {
      const last = some.at(-1);
      if (last === undefined) throw error;
      left.push(leftOut(last.plan, error));
      return null;
    }
  };
  const all = attempt(placed);
  if (all !== null) return { changes: placed, files: all, left };
  // At least one plan cannot be written. Add the plans one by one to find out which.
  left.length = 0;
  const kept: PlacedPlan[] = [];
  for (const one of placed) {
    const paths = new Set(one.files.map(({ file }) => file.path));
    const beside = kept.filter(({ files }) => files.some(({ file }) => paths.has(file.path)));
    if (attempt([...beside, one]) !== null) kept.push(one);
  }
  return { changes: kept, files: verified(kept), left };
}

function verified(placed: readonly Placed[]): RepositoryFile[] {
  const byFile = Map.groupBy(
    placed.flatMap(({ files }) => files),
    ({ file }) => file,
  );
  return [...byFile].map(([{ path, source }, parts]) => {
    const edits: Edit[] = parts.flatMap((part: FileEdits) => part.edits);
    const intended: Intended[] = parts.flatMap((part: FileEdits) => part.intended);
    const text = applyEdits(source.text, edits);
    verifyEdit(source, text, intended);
    return { path, text };
  });
}
