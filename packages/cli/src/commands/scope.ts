import type { TargetName } from '@trimtab/core';
import type { Context } from '../context.ts';
import { UsageError } from '../failure.ts';

export function requiredNamespace(namespace: string | undefined): string {
  if (namespace !== undefined) return namespace;
  throw new UsageError('No namespace was given.', 'Add -n NAMESPACE. trimtab namespaces lists the namespaces.');
}

/** The clusters of --cluster, if the API has them; undefined without the option. */
export async function requiredClusters(
  context: Context,
  names: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (names === undefined) return undefined;
  const { checkClusters } = await import('../services/known-clusters.ts');
  await checkClusters(context, names);
  return names;
}

/** A target from NAME and a namespace, or from NAMESPACE/NAME. With -n on the command line the argument is a name. */
export function requiredTarget(word: string, namespace: string | undefined, isNamespaceTyped: boolean): TargetName {
  if (word.includes('/') && !isNamespaceTyped) return parseTarget(word);
  return { namespace: requiredNamespace(namespace), name: word };
}

/** The argument of commands about one or more targets; read with `requiredTargets`. */
export const targetsArgument = {
  name: '<names...>',
  description: 'the targets, or NAMESPACE/NAME without -n',
  choices: 'targets',
} as const;

export const requiredTargets = (words: readonly string[], namespace: string | undefined, isNamespaceTyped: boolean) =>
  [...new Set(words)].map((word) => requiredTarget(word, namespace, isNamespaceTyped));

export function parseTarget(word: string): TargetName {
  const [namespace = '', name = '', ...more] = word.split('/');
  if (namespace !== '' && name !== '' && more.length === 0) return { namespace, name };
  throw new UsageError(`"${word}" is not the name of a target.`, 'Use NAMESPACE/NAME, such as storefront/cart.');
}
