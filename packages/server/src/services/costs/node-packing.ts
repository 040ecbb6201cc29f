import type { ResourceName } from '@trimtab/core';

/** Cores and bytes. */
export type Amounts = { readonly cpu: number; readonly memory: number };
export type PackedNode = Amounts & { readonly name: string; readonly hourlyCost: number };
/** Pods with equal requests. */
export type PodGroup = Amounts & { readonly count: number };

export type Packing = {
  /** The nodes that have pods. */
  readonly nodes: number;
  readonly hourlyCost: number;
  /** The resource with the larger requested share on these nodes; null without requests. */
  readonly binding: ResourceName | null;
  /** Pods that fit no node. */
  readonly unplaced: number;
};

/**
 * Packs pods on nodes: the largest pod first, each on the first node with room (first-fit decreasing). The nodes with
 * the lowest cost for their capacity are filled first. `onEach`: what runs on every used node, such as DaemonSets.
 */
export function packPods(nodes: readonly PackedNode[], pods: readonly PodGroup[], onEach: Amounts): Packing {
  const whole = sumOf(nodes);
  const share = ({ cpu, memory }: Amounts) => Math.max(cpu / (whole.cpu || 1), memory / (whole.memory || 1));
  const bins = nodes
    .map((node) => ({ node, cpu: node.cpu - onEach.cpu, memory: node.memory - onEach.memory, isUsed: false }))
    .toSorted(
      (a, b) =>
        a.node.hourlyCost / share(a.node) - b.node.hourlyCost / share(b.node) ||
        share(b.node) - share(a.node) ||
        (a.node.name < b.node.name ? -1 : 1),
    );
  let unplaced = 0;
  for (const group of pods.toSorted((a, b) => share(b) - share(a))) {
    let left = group.count;
    for (const bin of bins) {
      if (left === 0) break;
      const fits = Math.min(left, roomFor(bin.cpu, group.cpu), roomFor(bin.memory, group.memory));
      if (fits <= 0) continue;
      bin.cpu -= fits * group.cpu;
      bin.memory -= fits * group.memory;
      bin.isUsed = true;
      left -= fits;
    }
    unplaced += left;
  }
  const used = bins.filter(({ isUsed }) => isUsed);
  const capacity = sumOf(used.map(({ node }) => node));
  const free = sumOf(used);
  const [cpu, memory] = [1 - free.cpu / (capacity.cpu || 1), 1 - free.memory / (capacity.memory || 1)];
  return {
    nodes: used.length,
    hourlyCost: used.reduce((sum, { node }) => sum + node.hourlyCost, 0),
    binding: used.length === 0 ? null : memory > cpu ? 'memory' : 'cpu',
    unplaced,
  };
}

/** How many requests fit. The rounding errors of sums are tolerated. */
const roomFor = (free: number, request: number): number =>
  request === 0 ? Number.POSITIVE_INFINITY : Math.floor(free / request + 1e-9);

const sumOf = (all: readonly Amounts[]): Amounts => ({
  cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
  memory: all.reduce((sum, { memory }) => sum + memory, 0),
});
