import { UsageError } from '../failure.ts';

/** The namespace that a command cannot do without. */
export function requiredNamespace(namespace: string | undefined): string {
  if (namespace !== undefined) return namespace;
  throw new UsageError('Which namespace?', 'Give -n NAMESPACE. trimtab namespaces lists them.');
}

/** A target as one word: NAMESPACE/NAME. */
export function targetWord(word: string): { namespace: string; name: string } {
  const [namespace = '', name = '', ...more] = word.split('/');
  if (namespace !== '' && name !== '' && more.length === 0) return { namespace, name };
  throw new UsageError(`"${word}" names no target.`, 'Give it as NAMESPACE/NAME, such as storefront/cart.');
}
