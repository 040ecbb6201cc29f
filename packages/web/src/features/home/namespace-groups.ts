import { type AstSpecView, deriveMode, groupByNamespace } from '@trimtab/core';

/** How many targets of each mode a namespace holds, as far as the list of all targets has told. */
export type NamespaceCounts = { namespace: string; autonomous: number; recommendation: number };

/** The namespaces that hold targets, sorted alphabetically. */
export function namespaceCounts(targets: readonly AstSpecView[]): NamespaceCounts[] {
  return groupByNamespace(targets).map(({ namespace, targets: members }) => {
    const autonomous = members.filter(({ spec }) => deriveMode(spec) === 'Autonomous').length;
    return { namespace, autonomous, recommendation: members.length - autonomous };
  });
}
