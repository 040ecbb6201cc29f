import { type Document, isMap, isScalar, isSeq, type Pair, Scalar, type YAMLMap } from 'yaml';
import { CannotPlace, ownPair, resolved, type YamlSource } from './yaml-source.ts';

/** Values to set. Keys of a map that the tree does not name stay as they are. */
export type Tree = { readonly [key: string]: Tree | string };

/** Replaces the characters between two offsets of a text. */
export type Edit = { readonly from: number; readonly to: number; readonly text: string };

type Place = { readonly source: YamlSource; readonly document: Document.Parsed; readonly quote: string };

/** The edits that set the values of a tree in a map and change no other character. */
export function mergeEdits(source: YamlSource, document: Document.Parsed, map: YAMLMap, tree: Tree): Edit[] {
  return merged({ source, document, quote: quoteIn(map, document) }, map, tree);
}

function merged(place: Place, map: YAMLMap, tree: Tree): Edit[] {
  const edits: Edit[] = [];
  const missing: [string, Tree | string][] = [];
  for (const [key, value] of Object.entries(tree)) {
    const pair = ownPair(map, key);
    if (pair === undefined) missing.push([key, value]);
    else edits.push(...pairEdits(place, { map, pair, value }));
  }
  // A nested map may end where this one ends, so its lines come first.
  if (missing.length > 0) edits.push(...insertion(place, map, Object.fromEntries(missing)));
  return edits;
}

type PairPlace = { readonly map: YAMLMap; readonly pair: Pair; readonly value: Tree | string };

function pairEdits(place: Place, { map, pair, value }: PairPlace): Edit[] {
  const node = resolved(pair.value, place.document);
  const isEmpty = node === null || (isScalar(node) && node.value === null);
  if (typeof value === 'string') {
    if (isEmpty)
      return [afterColon(place, pair, ` ${newText(value, { key: keyText(pair), quote: place.quote, map })}`)];
    return [scalarEdit(map, node, value)];
  }
  if (isMap(node) && node.items.length > 0) return merged(place, node, value);
  if (isEmpty || isMap(node)) return filled(place, { map, pair, value }, node);
  throw new CannotPlace(`${keyText(pair)} is not a map`);
}

const keyText = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : 'a key');

function scalarEdit(map: YAMLMap, node: unknown, value: string): Edit {
  const range = isScalar(node) ? node.range : null;
  if (!isScalar(node) || !range) throw new CannotPlace('a quantity is not a plain value');
  if (node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL)
    throw new CannotPlace('a quantity is a block of text');
  return { from: range[0], to: range[1], text: quotedIn(map, value, quoteOf(node)) };
}

function quoteOf({ type }: Scalar): string {
  if (type === Scalar.QUOTE_DOUBLE) return '"';
  return type === Scalar.QUOTE_SINGLE ? "'" : '';
}

/** Whether a map may be part of a JSON file: its keys have double quotes, so its texts need them too. */
const isJsonMap = (map: YAMLMap): boolean => map.flow === true && keyQuote(map) === '"';

/** Whether a value can be written without quotes in JSON and is read back as the same text. */
const isNumber = (value: string): boolean => Number.isFinite(Number(value)) && String(Number(value)) === value;

function quotedIn(map: YAMLMap, value: string, quote: string): string {
  const own = quote === '' && isJsonMap(map) && !isNumber(value) ? '"' : quote;
  return `${own}${value}${own}`;
}

type NewValue = { readonly key: string; readonly quote: string; readonly map: YAMLMap };

/** The text of a new value, in `map` or in a new map inside it. Numbers of replicas do not get the quotes of quantities. */
const newText = (value: string, { key, quote, map }: NewValue): string =>
  quotedIn(map, value, isQuantityKey(key) || !isNumber(value) ? quote : '');

const isQuantityKey = (key: unknown): boolean => key === 'cpu' || key === 'memory';

/** The quotes of the first quantity in a map. New quantities use the same quotes. */
function quoteIn(map: YAMLMap, document: Document.Parsed): string {
  for (const { key, value } of map.items) {
    const node = resolved(value, document);
    if (isScalar(key) && isQuantityKey(key.value) && isScalar(node)) return quoteOf(node);
    if (isScalar(key) && ['resources', 'requests', 'limits'].includes(String(key.value)) && isMap(node)) {
      const quote = quoteIn(node, document);
      if (quote !== '') return quote;
    }
  }
  return '';
}

/** The offset after the colon of a pair. */
function colonEnd(pair: Pair): number {
  const token = pair.srcToken;
  const colon = token !== undefined && 'sep' in token ? token.sep?.find(({ type }) => type === 'map-value-ind') : null;
  if (!colon) throw new CannotPlace(`${keyText(pair)} has no value`);
  return colon.offset + 1;
}

function afterColon({ source: { text } }: Place, pair: Pair, written: string): Edit {
  const from = colonEnd(pair);
  const range = isScalar(pair.value) ? pair.value.range : null;
  // A value such as null or ~ is replaced. An absent value has the range of the following line.
  const hasText = isScalar(pair.value) && (pair.value.source ?? '') !== '' && range;
  const to = hasText ? range[1] : from;
  if (text.slice(from, hasText ? range[0] : from).trim() !== '') throw new CannotPlace(`${keyText(pair)} has a tag`);
  return { from, to, text: written };
}

/** Replaces `{}`, null or an absent value with a block of lines. */
function filled(place: Place, { map, pair, value }: PairPlace & { value: Tree | string }, node: unknown): Edit[] {
  if (typeof value === 'string') throw new CannotPlace(`${keyText(pair)} is not a map`);
  const { text } = place.source;
  const from = colonEnd(pair);
  const own = isMap(pair.value) || isScalar(pair.value) ? pair.value : null;
  const hasText = isMap(own) || (isScalar(own) && (own.source ?? '') !== '');
  if (isMap(node) && own !== node) throw new CannotPlace(`${keyText(pair)} is an alias of an empty map`);
  const end = hasText && own?.range ? own.range[1] : from;
  if (hasText && text.slice(from, own?.range?.[0]).trim() !== '')
    throw new CannotPlace(`${keyText(pair)} has a tag or an anchor`);
  if (map.flow === true) {
    const written = `{${flowText(value, place.quote, map)}}`;
    return [
      hasText && own?.range ? { from: own.range[0], to: end, text: written } : { from, to: from, text: ` ${written}` },
    ];
  }
  const indent = columnOf(place.source, map) + stepOf(place);
  return [
    ...(end > from ? [{ from, to: end, text: '' }] : []),
    linesAfter(text, end, blockLines(value, { indent, step: stepOf(place), quote: place.quote, map })),
  ];
}

function insertion(place: Place, map: YAMLMap, tree: Tree): Edit[] {
  if (map.flow === true) return [flowInsertion(place, map, tree)];
  const layout = { indent: columnOf(place.source, map), step: stepOf(place), quote: place.quote, map };
  return [linesAfter(place.source.text, lastOffset(map), blockLines(tree, layout))];
}

type Layout = Omit<NewValue, 'key'> & { readonly indent: number; readonly step: number };

const blockLines = (tree: Tree, layout: Layout): string[] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const start = `${' '.repeat(layout.indent)}${key}:`;
    if (typeof value === 'string') return [`${start} ${newText(value, { ...layout, key })}`];
    return [start, ...blockLines(value, { ...layout, indent: layout.indent + layout.step })];
  });

/** Inserts lines after the line of an offset, with the line ends of the text. */
function linesAfter(text: string, offset: number, lines: readonly string[]): Edit {
  const isAfterLine = text[offset - 1] === '\n';
  const end = isAfterLine ? offset - 1 : text.indexOf('\n', offset);
  const lineEnd = text.includes('\r\n') && (end === -1 || text[end - 1] === '\r') ? '\r\n' : '\n';
  if (end === -1) return { from: text.length, to: text.length, text: lines.map((line) => lineEnd + line).join('') };
  return { from: end + 1, to: end + 1, text: lines.map((line) => line + lineEnd).join('') };
}

/** The end of the last value in a node. The range of a block also contains the comments that follow it. */
function lastOffset(node: unknown): number {
  if (isMap(node) && node.flow !== true) {
    const last = node.items.at(-1);
    if (last === undefined) throw new CannotPlace('a map is empty');
    const isAbsent =
      last.value === null || (isScalar(last.value) && (last.value.source ?? '') === '' && !isQuoted(last.value));
    return isAbsent ? colonEnd(last) : lastOffset(last.value);
  }
  if (isSeq(node) && node.flow !== true && node.items.length > 0) {
    const last = node.items.at(-1);
    if (isScalar(last) && (last.source ?? '') === '' && !isQuoted(last))
      throw new CannotPlace('a list ends with an empty item');
    return lastOffset(last);
  }
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  const end: unknown = Array.isArray(range) ? range[1] : null;
  if (typeof end !== 'number') throw new CannotPlace('a value has no place in the text');
  return end;
}

const isQuoted = (node: Scalar): boolean => quoteOf(node) !== '' || (node.type ?? '').startsWith('BLOCK');

/** The column of the keys of a block map. */
function columnOf({ text }: YamlSource, map: YAMLMap): number {
  const key = map.items[0]?.key;
  const start = isScalar(key) ? key.range?.[0] : undefined;
  if (start === undefined) throw new CannotPlace('a map has no plain keys');
  const prefix = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replace(/^\uFEFF/, '');
  if (!/^[ -]*$/.test(prefix)) throw new CannotPlace('a key does not begin its line');
  return prefix.length;
}

/** The indentation of a nested map in this document; 2 if it has none. */
function stepOf({ source, document }: Place): number {
  const root = document.contents;
  const maps = isSeq(root) ? root.items : [root];
  for (const map of maps) {
    if (!isMap(map) || map.flow === true) continue;
    const nested = map.items
      .map(({ value }) => value)
      .find((value) => isMap(value) && value.flow !== true && value.items.length > 0);
    if (isMap(nested)) return columnOf(source, nested) - columnOf(source, map);
  }
  return 2;
}

/** The quotes of the keys of a flow map. */
function keyQuote(map: YAMLMap): string {
  const key = map.items[0]?.key;
  return isScalar(key) ? quoteOf(key) : '';
}

/** If the keys of a flow map have quotes, as in JSON, new quantities have them too. */
function flowText(tree: Tree, quote: string, map: YAMLMap): string {
  const ofKeys = keyQuote(map);
  const entries = Object.entries(tree).map(([key, value]) => {
    const text =
      typeof value === 'string'
        ? newText(value, { key, quote: quote || ofKeys, map })
        : `{${flowText(value, quote, map)}}`;
    return `${ofKeys}${key}${ofKeys}: ${text}`;
  });
  return entries.join(', ');
}

function flowInsertion({ source: { text }, quote }: Place, map: YAMLMap, tree: Tree): Edit {
  const last = map.items.at(-1);
  const end = last && map.range ? lastOffset(last.value) : null;
  const key = isScalar(last?.key) ? last.key.range?.[0] : undefined;
  if (end === null || key === undefined || !map.range) throw new CannotPlace('an empty flow map is inside another');
  if (text.slice(end, map.range[1]).includes(',')) throw new CannotPlace('a flow map ends with a comma');
  const lineStart = text.lastIndexOf('\n', key - 1) + 1;
  const indent = text.slice(lineStart, key);
  const isOwnLine = lineStart > map.range[0] && indent.trim() === '';
  const lineEnd = text[lineStart - 2] === '\r' ? '\r\n' : '\n';
  const entries = flowText(tree, quote, map);
  return { from: end, to: end, text: `,${isOwnLine ? lineEnd + indent : ' '}${entries}` };
}
