import { Document, isScalar, Scalar, visit } from 'yaml';
import { escapeUnsafe, isUnsafe } from './sanitize.ts';

/** A document of ten thousand targets would take three times the memory of their text. */
const atOnce = 200;

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** A list under its name, part by part: each but the first goes without the line of the name. */
function longList(name: string, items: readonly unknown[]): string {
  let text = `${name}:\n`;
  for (let at = 0; at < items.length; at += atOnce) {
    const part = whole({ [name]: items.slice(at, at + atOnce) });
    text += part.slice(part.indexOf('\n') + 1);
  }
  return text;
}

/** YAML 1.2 of the same data as the JSON. Loaded only for `-o yaml`. */
export function yaml(data: unknown): string {
  if (!isRecord(data) || !Array.isArray(data['items']) || data['items'].length <= atOnce) return whole(data);
  return Object.entries(data)
    .map(([name, value]) =>
      name === 'items' && Array.isArray(value) ? longList(name, value) : whole(Object.fromEntries([[name, value]])),
    )
    .join('');
}

function whole(data: unknown): string {
  const document = new Document(data, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (isScalar(node) && typeof node.value === 'string' && isUnsafe(node.value)) {
        // Only a double-quoted scalar has escapes.
        node.value = node.value.toWellFormed();
        node.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  return escapeUnsafe(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true, blockQuote: false }));
}
