import { Document, isScalar, Scalar, visit } from 'yaml';
import { escapeUnsafe, isUnsafe } from './inert.ts';

/** YAML 1.2 of the same data as the JSON. Loaded only for `-o yaml`. */
export function yaml(data: unknown): string {
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
