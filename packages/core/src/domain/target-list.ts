/** The longest name Kubernetes allows; a longer search cannot match more. */
export const longestName = 253;

type Named = { readonly name: string };
type Namespaced = Named & { readonly namespace: string };

/**
 * Lower-case names are cached, because converting the names of 10,000 targets at each key press takes as long as the
 * search.
 */
const comparedOf = new WeakMap<readonly Named[], readonly string[]>();

function comparedNames(targets: readonly Named[]): readonly string[] {
  const known = comparedOf.get(targets) ?? targets.map(({ name }) => name.toLowerCase());
  comparedOf.set(targets, known);
  return known;
}

/**
 * The targets whose name contains the query: case-insensitively, as plain text (never a pattern), cut at 253 characters.
 * A blank query finds nothing, because the search box then shows no results. Do not modify the list after a search:
 * names are cached.
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
  return [...Map.groupBy(targets, ({ namespace }) => namespace)]
    .map(([namespace, members]) => ({ namespace, targets: members.toSorted(byName) }))
    .toSorted((a, b) => compareText(a.namespace, b.namespace));
}

/** Compares names by code unit, independent of the locale, as the API sorts them. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function byName(a: Named, b: Named): number {
  return compareText(a.name, b.name);
}
