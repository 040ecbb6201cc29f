import type { AstSpecView } from '@trimtab/core';
import { listedTargetsOf } from '../../../api/listed-targets.ts';

/** The number of targets of each mode in a namespace, among the targets loaded so far. */
export type NamespaceCounts = { namespace: string; autonomous: number; recommendation: number };

/** The namespaces with targets, sorted alphabetically. */
export function namespaceCounts(targets: readonly AstSpecView[]): NamespaceCounts[] {
  return listedTargetsOf(targets).groups.map(({ namespace, targets: members }) => {
    const autonomous = members.filter((target) => target.autonomous).length;
    return { namespace, autonomous, recommendation: members.length - autonomous };
  });
}
