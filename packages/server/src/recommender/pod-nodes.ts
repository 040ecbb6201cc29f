import type { PerResource } from '@trimtab/core';
import type { ContainerSpec, NodeRoom } from '../ports/index.ts';

/** The requests of all containers of a pod. A missing request counts as 0. */
export const podRequests = (containers: readonly ContainerSpec[]): PerResource<number> => ({
  cpu: containers.reduce((sum, { cpuRequest }) => sum + (cpuRequest ?? 0), 0),
  memory: containers.reduce((sum, { memoryRequest }) => sum + (memoryRequest ?? 0), 0),
});

const part = (room: number, request: number): number => (request > room ? room / request : 1);

/** The node on which a pod gets most of its requests; null without nodes. The pod fits if it fits any node. */
export function bestNode(nodes: readonly NodeRoom[], pod: PerResource<number>): NodeRoom | null {
  let best: NodeRoom | null = null;
  let most = -1;
  for (const node of nodes) {
    const both = part(node.cpu, pod.cpu) * part(node.memory, pod.memory);
    if (both > most) [best, most] = [node, both];
  }
  return best;
}
