import { type AstSpecView, deriveMode, groupByNamespace, type NamespaceGroup } from '@trimtab/core';

/** A target as the sidebar, the search and the home page's headings know it. */
export type ListedTarget = {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly autonomous: boolean;
};

/** Targets in the order of the list, and by namespace, both sorted alphabetically. */
export type Listed = {
  readonly targets: readonly ListedTarget[];
  readonly groups: readonly NamespaceGroup<ListedTarget>[];
};

// Of ten thousand targets the list is shown anew with every few pages: what was read once is kept, and a target that was
// there before is the same object again, so that its row need not be drawn again.
const targetOf = new WeakMap<AstSpecView, ListedTarget>();
const listedOf = new WeakMap<readonly AstSpecView[], Listed>();

/** The targets that the list call named; the same answer for the same list. */
export function listTargets(items: readonly AstSpecView[]): Listed {
  const known = listedOf.get(items);
  if (known !== undefined) return known;
  const targets = items.map((item) => targetOf.get(item) ?? readTarget(item));
  const listed = { targets, groups: groupByNamespace(targets) };
  listedOf.set(items, listed);
  return listed;
}

function readTarget(item: AstSpecView): ListedTarget {
  const { namespace, name, spec } = item;
  const target = { key: `${namespace}/${name}`, namespace, name, autonomous: deriveMode(spec) === 'Autonomous' };
  targetOf.set(item, target);
  return target;
}
