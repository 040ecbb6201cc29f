import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@trimtab/core';
import { type Document, visit } from 'yaml';
import type { Edit } from './yaml-merge.ts';
import { CannotPlace, dataOf, type Path, parseSource, pathText, syntaxError, type YamlSource } from './yaml-source.ts';

/** A value that the edited text must contain. The path begins with the number of the document. */
export type Intended = { readonly path: Path; readonly value: string };

/** Applies all edits. Two edits may be equal if two places are aliases of the same anchor. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const unique = edits.filter((edit, index) => edits.findIndex((one) => isDeepStrictEqual(one, edit)) === index);
  let written = '';
  let end = 0;
  for (const edit of unique.toSorted((a, b) => a.from - b.from)) {
    if (edit.from < end) throw new CannotPlace('two containers share a value through an anchor');
    written += text.slice(end, edit.from) + edit.text;
    end = edit.to;
  }
  return written + text.slice(end);
}

/** Checks that the edits changed only the intended values. An edit of an anchor also changes its aliases. */
export function verifyEdit(before: YamlSource, text: string, intended: readonly Intended[]): void {
  const after = parseSource(text);
  if (syntaxError(after) !== null) throw new CannotPlace('the changed file would not be valid YAML');
  if (isJson(before.text) && !isJson(text)) throw new CannotPlace('the changed file would not be valid JSON');
  let old: unknown = wholeData(before);
  const changed = wholeData(after);
  for (const { path, value } of intended) {
    const found = valueAt(changed, path);
    if (String(found) !== value) throw new CannotPlace(`${pathText(path.slice(1))} cannot be set to ${value}`);
    old = withValue(old, path, found);
  }
  if (isDeepStrictEqual(old, changed)) return;
  throw new CannotPlace(
    before.documents.some(hasAlias)
      ? 'an anchor shares the value with other parts of the file'
      : 'the change would affect other values',
  );
}

/** JSON is YAML too, but a program that reads JSON accepts no other YAML. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}

function hasAlias(document: Document.Parsed): boolean {
  let found = false;
  visit(document, {
    Alias() {
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/** The documents of a text as data. A patch that is a block of text is parsed too. */
const wholeData = ({ documents }: YamlSource): unknown[] =>
  documents.map((document) => withPatchesRead(dataOf(document)));

/** The lists of a kustomization whose entries can be patches as text, and the key of that text. */
const patchLists = ['patches', 'patchesJson6902', 'patchesStrategicMerge'];

function withPatchesRead(data: unknown): unknown {
  if (!isRecord(data)) return data;
  const read = patchLists.flatMap((key) => {
    const list = data[key];
    if (!Array.isArray(list)) return [];
    return [[key, list.map((one) => (isRecord(one) ? { ...one, patch: patchData(one['patch']) } : patchData(one)))]];
  });
  return { ...data, ...Object.fromEntries(read) };
}

function patchData(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const source = parseSource(text);
  return syntaxError(source) === null ? source.documents.map(dataOf) : text;
}

export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key];
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

function withValue(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(data) && typeof key === 'number') return data.with(key, withValue(data[key], rest, value));
  const record = isRecord(data) ? data : {};
  return { ...record, [key]: withValue(Object.hasOwn(record, key) ? record[key] : undefined, rest, value) };
}
