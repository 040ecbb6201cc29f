import { longestName, type NamespaceGroup, searchTargets } from '@trimtab/core';

/** A namespace in the filtered list. */
type FoundGroup<T> = NamespaceGroup<T> & { readonly hasFoundTargets: boolean };

/**
 * Returns the namespaces that match the text by their own name or by the name of a target, ignoring case. If targets of
 * a namespace match, the result contains only these targets of it.
 */
export function filterGroups<T extends { readonly name: string }>(
  groups: readonly NamespaceGroup<T>[],
  text: string,
): FoundGroup<T>[] {
  const wanted = text.trim().slice(0, longestName).toLowerCase();
  return groups.flatMap((group): FoundGroup<T>[] => {
    const targets = searchTargets(group.targets, text);
    if (targets.length > 0) return [{ namespace: group.namespace, targets, hasFoundTargets: true }];
    return group.namespace.toLowerCase().includes(wanted) ? [{ ...group, hasFoundTargets: false }] : [];
  });
}
