import { type AstSpecView, deriveMode } from '@trimtab/core';

/** How many targets of each mode a namespace holds, as far as the list of all targets has told. */
export type NamespaceGroup = { namespace: string; autonomous: number; recommendation: number };

export function groupByNamespace(targets: readonly AstSpecView[]): NamespaceGroup[] {
  const groups = new Map<string, NamespaceGroup>();
  for (const target of targets) {
    const group = groups.get(target.namespace) ?? { namespace: target.namespace, autonomous: 0, recommendation: 0 };
    if (deriveMode(target.spec) === 'Autonomous') group.autonomous += 1;
    else group.recommendation += 1;
    groups.set(target.namespace, group);
  }
  return [...groups.values()].sort((a, b) => (a.namespace < b.namespace ? -1 : 1));
}
