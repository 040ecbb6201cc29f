/** The longest name Kubernetes allows; a longer search cannot match more. */
export const longestName = 253;

type Named = { readonly name: string };
type Namespaced = Named & { readonly namespace: string };

/** Names as a search compares them. Of ten thousand, making them costs as much as looking through them, at every key. */
const comparedOf = new WeakMap<readonly Named[], readonly string[]>();

function comparedNames(targets: readonly Named[]): readonly string[] {
  const known = comparedOf.get(targets) ?? targets.map(({ name }) => name.toLowerCase());
  comparedOf.set(targets, known);
  return known;
}

/**
 * The targets whose name contains the query: case-insensitively, as plain text (never a pattern), cut at 253 characters.
 * A blank query finds nothing, because the box shows no results then. The list must not be changed once it was searched.
 */
export function searchTargets<T extends Named>(targets: readonly T[], query: string): T[] {
  const wanted = query.trim().slice(0, longestName).toLowerCase();
  if (wanted === '') return [];
  const names = comparedNames(targets);
  return targets.filter((_target, index) => names[index]?.includes(wanted));
}

/** A namespace with its targets. */
export type NamespaceGroup<T> = { readonly namespace: string; readonly targets: readonly T[] };

/** Targets by namespace, namespaces and names each sorted alphabetically. */
export function groupByNamespace<T extends Namespaced>(targets: readonly T[]): NamespaceGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const target of targets) {
    const group = groups.get(target.namespace);
    if (group) group.push(target);
    else groups.set(target.namespace, [target]);
  }
  return [...groups]
    .map(([namespace, members]) => ({ namespace, targets: members.toSorted(byName) }))
    .toSorted((a, b) => compareText(a.namespace, b.namespace));
}

/** Order of names: by code unit, the same in every locale, as the API sorts them. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function byName(a: Named, b: Named): number {
  return compareText(a.name, b.name);
}
