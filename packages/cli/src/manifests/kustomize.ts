import { isKustomization, type Kustomization, type KustomizePatch, readKustomization } from './kustomization.ts';
import { type Layer, manifestLayer } from './layer.ts';
import type { Manifest, ManifestFile } from './manifest-file.ts';
import type { Composed } from './placement.ts';

/** An object while it passes through the overlays, with its current names and layers. */
type Resource = {
  readonly manifest: Manifest;
  readonly name: string;
  /** The names of the object in the bases. A patch may use them. */
  readonly names: ReadonlySet<string>;
  readonly namespace: string | null;
  readonly layers: readonly Layer[];
};

/** The objects that the overlays of a repository build, and the files that the overlays consist of. */
export type Kustomized = { readonly objects: readonly Composed[]; readonly files: ReadonlySet<string> };

/** Builds every kustomization that no other one uses. */
export function readKustomizations(files: readonly ManifestFile[], folder: string): Kustomized {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const all = files.filter(({ path }) => isKustomization(path)).map((file) => readKustomization(file, byPath));
  const byFolder = new Map(all.map((one) => [one.folder, one]));
  const used = new Set(all.flatMap(({ resources, components }) => [...resources, ...components]));
  const roots = all.filter((one) => !one.isComponent && !used.has(one.folder));
  const built = roots.map((root) => ({ root, resources: build(root, { byPath, byFolder, within: new Set() }) }));
  const users = usersOf(built);
  const objects = built
    .filter(({ root }) => root.file.path.startsWith(folder))
    .flatMap(({ root, resources }) => resources.map((one) => composed(one, { root, users, folder })));
  const parts = all.flatMap(({ file, patchFiles }) => [file.path, ...patchFiles]);
  return { objects, files: new Set([...parts, ...used].filter((path) => byPath.has(path))) };
}

type Graph = {
  readonly byPath: ReadonlyMap<string, ManifestFile>;
  readonly byFolder: ReadonlyMap<string, Kustomization>;
  /** The folders of the kustomizations that are being built, to stop if one includes itself. */
  readonly within: ReadonlySet<string>;
};

const build = (one: Kustomization, graph: Graph): Resource[] => transformed(one, gathered(one, graph));

/** The resources of a kustomization before its own patches. */
function gathered(one: Kustomization, graph: Graph): Resource[] {
  if (graph.within.has(one.folder)) return [];
  const inner = { ...graph, within: new Set([...graph.within, one.folder]) };
  const own = one.resources.flatMap((path) => {
    const base = graph.byFolder.get(path);
    return base === undefined ? (graph.byPath.get(path)?.manifests ?? []).map(asResource) : build(base, inner);
  });
  const isElsewhere = one.resources.some((path) => !graph.byFolder.has(path) && !graph.byPath.has(path));
  return one.components.reduce(
    (resources, path) => {
      const component = graph.byFolder.get(path);
      return component === undefined
        ? resources
        : transformed(component, [...resources, ...gathered(component, inner)]);
    },
    isElsewhere ? [...own, ...onlyPatched(one, own)] : own,
  );
}

/** The objects of a base in another repository. Only those that a patch names are known. */
const onlyPatched = ({ patches }: Kustomization, resources: readonly Resource[]): Resource[] =>
  patches
    .flatMap(({ manifest }) => manifest ?? [])
    .filter(({ kind, name }) => !resources.some((one) => one.manifest.kind === kind && one.names.has(name)))
    .filter(({ kind, name }, index, all) => all.findIndex((one) => one.kind === kind && one.name === name) === index)
    .map((manifest) => ({ ...asResource(manifest), layers: [] }));

const asResource = (manifest: Manifest): Resource => ({
  manifest,
  name: manifest.name,
  names: new Set([manifest.name]),
  namespace: manifest.namespace,
  layers: [manifestLayer(manifest)],
});

const transformed = (one: Kustomization, resources: readonly Resource[]): Resource[] =>
  resources.map((resource) => {
    const name = `${one.prefix}${resource.name}${one.suffix}`;
    return {
      ...resource,
      layers: [...layersOf(one.patches, resource).toReversed(), ...resource.layers],
      name,
      names: new Set([...resource.names, name]),
      namespace: one.namespace ?? resource.namespace,
    };
  });

/** The order of the patches, because the last one wins. */
const layersOf = (patches: readonly KustomizePatch[], { manifest, names, namespace }: Resource): Layer[] =>
  patches
    .filter(
      ({ selector }) =>
        selector.kind?.test(manifest.kind) !== false &&
        (selector.name === null || [...names].some((name) => selector.name?.test(name))) &&
        (selector.namespace === null || namespace === null || selector.namespace === namespace),
    )
    .flatMap(({ layersFor }) => layersFor(manifest.data).toReversed());

const keyOf = ({ file, inside, placeOf }: Layer): string =>
  JSON.stringify([file.path, inside, placeOf([], ['spec'])?.map, placeOf([], ['spec', 'replicas'])?.map]);

type Built = { readonly root: Kustomization; readonly resources: readonly Resource[] };

type User = { readonly folder: string; readonly layers: readonly Layer[] };

/** The objects that contain each layer, by the identity of the layer. */
type Users = ReadonlyMap<string, ReadonlyMap<string, User>>;

const identityOf = ({ namespace, manifest, name }: Resource, { folder }: Kustomization): string =>
  JSON.stringify([folder, namespace, manifest.kind, name]);

function usersOf(built: readonly Built[]): Users {
  const users = new Map<string, Map<string, User>>();
  for (const { root, resources } of built) {
    for (const resource of resources) {
      const user = { folder: root.folder, layers: resource.layers };
      for (const layer of resource.layers) {
        const key = keyOf(layer);
        users.set(key, (users.get(key) ?? new Map<string, User>()).set(identityOf(resource, root), user));
      }
    }
  }
  return users;
}

type Around = {
  readonly root: Kustomization;
  readonly users: Users;
  readonly folder: string;
};

function composed(resource: Resource, { root, users, folder }: Around): Composed {
  const { manifest, name, namespace, layers } = resource;
  const own = identityOf(resource, root);
  const withOthers = (layer: Layer): Layer => {
    const key = keyOf(layer);
    const others = [...(users.get(key) ?? [])]
      .filter(([identity]) => identity !== own)
      .map(([, user]) => ({
        folder: user.folder,
        above: user.layers.slice(
          0,
          user.layers.findIndex((one) => keyOf(one) === key),
        ),
      }));
    const isOutside = !layer.file.path.startsWith(folder);
    const problem = layer.problem ?? (isOutside ? `it is outside ${folder}` : null);
    return { ...layer, problem, ...(others.length === 0 ? {} : { others }) };
  };
  return {
    origin: root.file.path,
    kind: manifest.kind,
    name,
    namespace,
    layers: layers.map(withOthers),
    autoscaler: null,
  };
}
