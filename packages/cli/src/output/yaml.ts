import { isRecord } from '@trimtab/core';
import { Document, isScalar, Scalar, type ScalarTag, stringify, visit } from 'yaml';
import { escapeUnsafe, isUnsafe } from './sanitize.ts';

/** Items per document: one document with ten thousand targets takes three times the memory of its text. */
const itemsPerDocument = 200;

/** Prints a long list in several documents and removes the line with the name from each of them. */
function longList(name: string, items: readonly unknown[]): string {
  let text = `${name}:\n`;
  for (let at = 0; at < items.length; at += itemsPerDocument) {
    const part = toYaml({ [name]: items.slice(at, at + itemsPerDocument) });
    text += part.slice(part.indexOf('\n') + 1);
  }
  return text;
}

/** In YAML 1.1, the text `=` is the default value of a mapping. The library's schema does not include it. */
const defaultValue: ScalarTag = {
  tag: 'tag:yaml.org,2002:value',
  default: true,
  test: /^=$/,
  resolve: (text) => text,
  identify: () => false,
};

/** Also quotes what YAML 1.1 reads as another type, such as `yes`, `1_000` and `12:30`: many parsers still do. */
const quoting = { aliasDuplicateObjects: false, compat: 'yaml-1.1' as const, customTags: [defaultValue] };

/** The data of `-o json` as YAML 1.2. Loaded only for `-o yaml`. */
export function yaml(data: unknown): string {
  if (!isRecord(data) || !Array.isArray(data['items']) || data['items'].length <= itemsPerDocument) return toYaml(data);
  return Object.entries(data)
    .map(([name, value]) =>
      name === 'items' && Array.isArray(value) ? longList(name, value) : toYaml(Object.fromEntries([[name, value]])),
    )
    .join('');
}

function toYaml(data: unknown): string {
  const document = new Document(data, quoting);
  visit(document, {
    Scalar(_key, node) {
      if (isScalar(node) && typeof node.value === 'string' && isUnsafe(node.value)) {
        // Only double-quoted scalars support escapes.
        node.value = node.value.toWellFormed();
        node.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  return escapeUnsafe(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true, blockQuote: false }));
}

/** A manifest as YAML, with nested manifests as blocks of text. Its names are those of Kubernetes, so nothing is escaped. */
export const manifest = (document: unknown): string => stringify(document, { lineWidth: 0, ...quoting });
