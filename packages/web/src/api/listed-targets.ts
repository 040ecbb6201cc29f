import { type AstSpecView, deriveMode, groupByNamespace, type NamespaceGroup, targetKey } from '@trimtab/core';

/** The parts of a target that the sidebar, the search and the home page's headings show. */
export type ListedTarget = {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly autonomous: boolean;
};

/** Targets in the order of the list, and grouped by namespace. Namespaces and targets are sorted alphabetically. */
export type ListedTargets = {
  readonly targets: readonly ListedTarget[];
  readonly groups: readonly NamespaceGroup<ListedTarget>[];
};

// While ten thousand targets load, the growing list is rendered many times. The caches return the same object for a
// target that is already listed, so that React skips its row.
const targetOf = new WeakMap<AstSpecView, ListedTarget>();
const listedOf = new WeakMap<readonly AstSpecView[], ListedTargets>();

/** Derives what the shell shows from the list call's items. Returns the same object for the same array. */
export function listedTargetsOf(items: readonly AstSpecView[]): ListedTargets {
  const cached = listedOf.get(items);
  if (cached !== undefined) return cached;
  const targets = items.map((item) => targetOf.get(item) ?? readTarget(item));
  const listed = { targets, groups: groupByNamespace(targets) };
  listedOf.set(items, listed);
  return listed;
}

function readTarget(item: AstSpecView): ListedTarget {
  const { namespace, name, spec } = item;
  const target = { key: targetKey(item), namespace, name, autonomous: deriveMode(spec) === 'Autonomous' };
  targetOf.set(item, target);
  return target;
}
