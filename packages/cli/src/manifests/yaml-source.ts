import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, parseAllDocuments, type YAMLMap } from 'yaml';

/** Keys and indexes from the root of a document to a value. */
export type Path = readonly (string | number)[];

/** A text with the YAML documents that were read from it. All offsets count from the start of the text. */
export type YamlSource = { readonly text: string; readonly documents: readonly Document.Parsed[] };

/** Why a value cannot be written with certainty; the message is shown to the user. */
export class CannotPlace extends Error {
  override name = 'CannotPlace';
}

export const parseSource = (text: string): YamlSource => ({ text, documents: documentsOf(text) });

/**
 * The documents of a part of a text, such as a patch in a block of text. The part is parsed in place, because an
 * indented document is valid YAML too, so offsets refer to the whole text.
 */
export const parsePart = (text: string, from: number, to: number): YamlSource => ({
  text,
  documents: documentsOf(text.slice(0, from).replaceAll(/[^\n]/g, ' ') + text.slice(from, to)),
});

const documentsOf = (text: string): Document.Parsed[] => [
  ...parseAllDocuments(text, { keepSourceTokens: true, merge: true, prettyErrors: false, logLevel: 'silent' }),
];

/** The line of an offset, from 1. */
const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The first syntax error of a source, with its line; null without one. */
export function syntaxError({ text, documents }: YamlSource): string | null {
  const [error] = documents.flatMap(({ errors }) => errors);
  return error === undefined ? null : `line ${lineOf(text, error.pos[0])}: ${error.message.split('\n')[0] ?? ''}`;
}

/** A document as plain data without shared objects: an alias is a copy of its anchor. Null if it cannot be read. */
export function dataOf(document: Document.Parsed): unknown {
  try {
    return JSON.parse(JSON.stringify(document.toJS() ?? null));
  } catch {
    return null;
  }
}

/** The pair of a key that the map itself contains, not one that is merged into it. */
export const ownPair = (map: YAMLMap, key: string): Pair | undefined =>
  map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key && pair.key.source !== '<<');

/** The node itself, or the node of the anchor if it is an alias. */
export const resolved = (node: unknown, document: Document.Parsed): unknown =>
  isAlias(node) ? node.resolve(document) : node;

/** The map at a path, through aliases. */
export function mapAt(document: Document.Parsed, path: Path): YAMLMap {
  let node: unknown = document.contents;
  for (const key of path) {
    if (isMap(node)) node = resolved(ownPair(node, String(key))?.value, document);
    else if (isSeq(node) && typeof key === 'number') node = resolved(node.items[key], document);
    else node = undefined;
  }
  if (isMap(node)) return node;
  throw new CannotPlace(`${pathText(path)} is merged from an anchor or is not a map`);
}

export const pathText = (path: Path): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`)).join('');
