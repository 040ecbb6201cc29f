import type { Manifest, ManifestFile } from './manifest-file.ts';
import type { Path, Source } from './yaml-source.ts';

/** Where a value is in a document: below the keys of a map. */
type Place = { readonly map: Path; readonly key: readonly string[] };

/** A place that can set values of an object: its manifest, or a patch of it. */
export type Layer = {
  readonly file: ManifestFile;
  /** The text of the file, or a patch that is a block of text in it. */
  readonly source: Source;
  readonly document: number;
  /** Where the document is in the data of the file. */
  readonly inside: Path;
  /** The object, or the part of it that a patch sets. */
  readonly data: Readonly<Record<string, unknown>>;
  /** A patch is merged with the layers below it. A replacement hides what they have at its place. */
  readonly form: 'object' | 'patch' | 'replacement';
  /** Why nothing must be changed here; null if it may be. */
  readonly problem: string | null;
  /** Where the value of a key is, or would be; null if the layer cannot have it. */
  readonly placeOf: (start: Path, key: readonly string[]) => Place | null;
  /** The part of the object that a patch removes; null for none. */
  readonly removed: Path | null;
  /** The other objects that the layer is a part of. Absent if there are none. */
  readonly others?: readonly Other[];
};

/** An object that shares a layer. */
type Other = {
  /** The folder of its overlay. */
  readonly folder: string;
  /** Its layers above the shared one. They can hide what the shared one sets. */
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
