import type { TargetName } from '@trimtab/core';
import type { Context } from '../context.ts';
import { UsageError } from '../failure.ts';

function requiredNamespace(namespace: string | undefined): string {
  if (namespace?.includes(','))
    throw new UsageError(`This command needs one namespace, not ${namespace}.`, 'Use -n NAMESPACE or NAMESPACE/NAME.');
  if (namespace !== undefined) return namespace;
  throw new UsageError('No namespace was given.', 'Add -n NAMESPACE. trimtab namespaces lists the namespaces.');
}

/** The namespaces of `-n` and the clusters of `--cluster`. Null or undefined selects all. */
export type Scope = { readonly namespaces: readonly string[] | null; readonly clusters: readonly string[] | undefined };

type ScopeOptions = { namespace?: readonly string[]; cluster?: readonly string[] };

/** The scope of a command. If only one of -n and --cluster is typed, it applies. `names`: of targets on the command line. */
export async function scopeOf(
  context: Context,
  { namespace, cluster }: ScopeOptions,
  fromFlag: (option: keyof ScopeOptions) => boolean,
  names: readonly string[] = [],
): Promise<Scope> {
  const isNarrower = names.length > 0 || fromFlag('namespace');
  if (isNarrower && fromFlag('cluster')) {
    throw new UsageError(
      `--cluster cannot be combined with ${fromFlag('namespace') ? '-n' : 'names'}.`,
      'Name the namespace with its cluster: -n CLUSTER.NAMESPACE.',
    );
  }
  if (cluster === undefined || isNarrower) return { namespaces: namespace ?? null, clusters: undefined };
  const { checkClusters } = await import('../services/known-clusters.ts');
  await checkClusters(context, cluster);
  return { namespaces: null, clusters: cluster };
}

type WholeOptions = ScopeOptions & { allNamespaces?: boolean };

/** The scope of a command with -A, which overrides a namespace of a variable or the context. */
export async function wholeScopeOf(
  context: Context,
  options: WholeOptions,
  fromFlag: (option: keyof WholeOptions) => boolean,
): Promise<Scope> {
  const everywhere = isEverywhere(options, fromFlag);
  const scope = await scopeOf(context, options, fromFlag);
  return everywhere ? { ...scope, namespaces: null } : scope;
}

/**
 * Whether -A applies, which cannot be typed together with -n. If one of them is typed and the other one comes from a
 * variable, the typed one applies.
 */
export function isEverywhere(
  { namespace, allNamespaces }: { namespace?: string | readonly string[]; allNamespaces?: boolean },
  fromFlag: (option: 'namespace' | 'allNamespaces') => boolean,
): boolean {
  if (allNamespaces !== true) return false;
  const isNamespaceTyped = namespace !== undefined && fromFlag('namespace');
  if (isNamespaceTyped && fromFlag('allNamespaces')) {
    throw new UsageError('-n and -A cannot be combined.', 'Use -n for one namespace, or -A for all.');
  }
  return !isNamespaceTyped;
}

/** The option with which another command works in the same namespaces. */
export const scopeOption = (namespaces: readonly string[], clusters: Scope['clusters']): string =>
  clusters === undefined ? `-n ${namespaces.join(',')}` : `--cluster ${clusters.join(',')}`;

/** The namespaces of a scope for commands that work in each of them. Without any, the usage is wrong. */
export async function namespacesOf(context: Context, { namespaces, clusters }: Scope): Promise<readonly string[]> {
  if (clusters === undefined) return namespaces ?? [requiredNamespace(undefined)];
  const { applicationNamespaces } = await import('../services/known-clusters.ts');
  return applicationNamespaces(await context.client(), clusters);
}

/** A target from NAME and a namespace, or from NAMESPACE/NAME. */
export function requiredTarget(word: string, namespace: string | undefined, isNamespaceTyped: boolean): TargetName {
  if (word.includes('/')) {
    if (!isNamespaceTyped) return parseTarget(word);
    throw new UsageError(`-n and ${word} both name a namespace.`, 'Remove -n, or give only the name of the target.');
  }
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
