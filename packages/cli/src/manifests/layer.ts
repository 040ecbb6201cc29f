import type { Manifest, ManifestFile } from './manifest-file.ts';
import type { Path, YamlSource } from './yaml-source.ts';

/** The position of a value in a document: a map, and the keys below it. */
type Place = { readonly map: Path; readonly key: readonly string[] };

/** Something that sets values of an object: its manifest, or a patch of it. */
export type Layer = {
  readonly file: ManifestFile;
  /** The text of the file, or a patch that is a block of text in it. */
  readonly source: YamlSource;
  readonly document: number;
  /** The path to the document in `wholeData` of the file: its number, or the path of a patch in a kustomization. */
  readonly inside: Path;
  /** The object, or the part of it that the patch sets. */
  readonly data: Readonly<Record<string, unknown>>;
  /** A patch is merged with the layers below it. A replacement overrides their whole value at its path. */
  readonly form: 'object' | 'patch' | 'replacement';
  /** Why this layer must not be edited; null if it may be. */
  readonly problem: string | null;
  /** The position of the value of a key, even if the value is not set yet; null if the layer cannot set it. */
  readonly placeOf: (start: Path, key: readonly string[]) => Place | null;
  /** The part of the object that a patch removes; null if it removes nothing. */
  readonly removed: Path | null;
  /** The other objects that share this layer. Absent if there are none. */
  readonly others?: readonly Other[];
};

/** Another object that shares a layer. */
type Other = {
  /** The folder of its overlay. */
  readonly folder: string;
  /** The layers of that object above the shared one. They may override the shared values. */
  readonly above: readonly Layer[];
};

export const manifestLayer = ({ file, document, path, data, problem }: Manifest): Layer => ({
  file,
  source: file.source,
  document,
  inside: [document],
  data,
  form: 'object',
  problem,
  placeOf: (start, key) => ({ map: [...path, ...start], key }),
  removed: null,
});
