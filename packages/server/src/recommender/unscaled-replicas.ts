import { otherMetrics } from '@trimtab/core';
import type { Workload } from '../ports/index.ts';
import { resourceNouns } from './explanation-text.ts';
import { followedContainer, followedMetrics } from './followed-metrics.ts';

/**
 * Why no replicas can be suggested for a workload, whatever its samples are, as a sentence. Null if they can be, and for a
 * target that does not scale its replicas.
 */
export function unscaledSentence(
  { kind, hpa }: Pick<Workload, 'kind' | 'hpa'>,
  { horizontal }: { readonly horizontal: boolean },
): string | null {
  const reason = horizontal ? reasonOf(kind, hpa) : null;
  return reason === null ? null : `No replicas are suggested, because ${reason}.`;
}

function reasonOf(kind: string, hpa: Workload['hpa']): string | null {
  if (runsOnEveryNode(kind)) return 'a DaemonSet runs one pod on every node';
  if (hpa === null) return null;
  const followed = followedMetrics(hpa, { horizontal: true });
  const one = followedContainer(followed);
  if (one !== null) return `the HPA follows the ${resourceNouns[one.metric]} of the container ${one.container}`;
  if (followed.length > 0) return null;
  const others = otherMetrics(hpa.metrics);
  return others === null ? 'it is unknown what the HPA follows' : `the HPA follows ${others} and not CPU or memory`;
}

/** Whether the nodes, and nothing else, set the number of pods. */
export const runsOnEveryNode = (kind: string): boolean => kind === 'DaemonSet';
