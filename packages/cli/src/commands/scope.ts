import { UsageError } from '../failure.ts';

/** The namespace that a command cannot do without. */
export function requiredNamespace(namespace: string | undefined): string {
  if (namespace !== undefined) return namespace;
  throw new UsageError('Which namespace?', 'Give -n NAMESPACE. trimtab namespaces lists them.');
}

/** The target that NAME and -n name, or NAMESPACE/NAME alone, as other commands print it. What -n is typed with is a name. */
export function requiredTarget(
  word: string,
  { namespace, isTyped }: { namespace: string | undefined; isTyped: boolean },
): { namespace: string; name: string } {
  if (word.includes('/') && !isTyped) return targetWord(word);
  return { namespace: requiredNamespace(namespace), name: word };
}

/** A target as one word: NAMESPACE/NAME. */
export function targetWord(word: string): { namespace: string; name: string } {
  const [namespace = '', name = '', ...more] = word.split('/');
  if (namespace !== '' && name !== '' && more.length === 0) return { namespace, name };
  throw new UsageError(`"${word}" names no target.`, 'Give it as NAMESPACE/NAME, such as storefront/cart.');
}
