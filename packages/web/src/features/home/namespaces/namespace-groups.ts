import type { AstSpecView } from '@trimtab/core';
import { listTargets } from '../../../api/listed-targets.ts';

/** How many targets of each mode a namespace holds, as far as the list of all targets has told. */
export type NamespaceCounts = { namespace: string; autonomous: number; recommendation: number };

/** The namespaces that hold targets, sorted alphabetically. */
export function namespaceCounts(targets: readonly AstSpecView[]): NamespaceCounts[] {
  return listTargets(targets).groups.map(({ namespace, targets: members }) => {
    const autonomous = members.filter((target) => target.autonomous).length;
    return { namespace, autonomous, recommendation: members.length - autonomous };
  });
}
