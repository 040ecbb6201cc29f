import * as z from 'zod/mini';
import { getOrInsert } from '../../get-or-insert.ts';
import type { NodeRoom, NodeState } from '../../ports/index.ts';

const text = z.prefault(z.string(), '');
export const taintsSchema = z.prefault(z.array(z.object({ key: z.string(), value: text, effect: text })), []);
export const tolerationsSchema = z.prefault(
  z.array(
    z.object({
      key: text,
      operator: z.prefault(z.string(), 'Equal'),
      value: text,
      effect: text,
      tolerationSeconds: z.nullish(z.number()),
    }),
  ),
  [],
);

export type Taint = { readonly key: string; readonly value: string; readonly effect: string };
export type Toleration = Taint & { readonly operator: string };
export type KeptNode = NodeState & {
  /** The taints that keep away all pods that do not tolerate them. */
  readonly taints: readonly Taint[];
};

export const keptTaints = (taints: z.infer<typeof taintsSchema>): readonly Taint[] =>
  taints.filter(({ effect }) => effect !== 'PreferNoSchedule');

const shared = new Map<string, readonly Toleration[]>();
const mostShared = 10_000;
const none: readonly Toleration[] = [];

/**
 * Leaves out tolerations that end, such as those of an unreachable node that Kubernetes adds to every pod. Returns the same
 * instance for equal lists, because most pods have the same.
 */
export function keptTolerations(tolerations: z.infer<typeof tolerationsSchema>): readonly Toleration[] {
  const kept = tolerations.flatMap(({ tolerationSeconds, ...own }) => (tolerationSeconds == null ? own : []));
  if (kept.length === 0) return none;
  if (shared.size >= mostShared) shared.clear();
  return getOrInsert(shared, JSON.stringify(kept), () => kept);
}

/** Operators other than Exists and Equal are new in Kubernetes. They count as not tolerating. */
const tolerates = ({ key, operator, value, effect }: Toleration, taint: Taint): boolean =>
  (effect === '' || effect === taint.effect) &&
  (operator === 'Exists' ? key === '' || key === taint.key : key === taint.key && value === taint.value) &&
  (operator === 'Exists' || operator === 'Equal');

/**
 * Finds the largest nodes that accept pods with these tolerations. If there is none, the pods run where their node selector
 * or their webhooks put them, so all nodes count.
 */
export function roomFinder(nodes: Iterable<KeptNode>): (tolerations: readonly Toleration[]) => readonly NodeRoom[] {
  const usable = [...nodes].filter(({ isSchedulable }) => isSchedulable);
  const groups = [...Map.groupBy(usable, ({ taints }) => JSON.stringify(taints)).values()].map((alike) => ({
    taints: alike[0]?.taints ?? [],
    largest: largestOf(alike),
  }));
  const roomIn = (some: typeof groups) => largestOf(some.flatMap(({ largest }) => largest));
  const found = new Map<readonly Toleration[], readonly NodeRoom[]>();
  return (tolerations) =>
    getOrInsert(found, tolerations, () => {
      const accepting = groups.filter(({ taints }) =>
        taints.every((taint) => tolerations.some((one) => tolerates(one, taint))),
      );
      return roomIn(accepting.length === 0 ? groups : accepting);
    });
}

/** Leaves out the nodes that another one equals or exceeds in CPU and memory. A pod that fits one of them fits the other. */
function largestOf(nodes: readonly NodeRoom[]): readonly NodeRoom[] {
  let mostMemory = 0;
  return nodes
    .toSorted((a, b) => b.cpu - a.cpu || b.memory - a.memory)
    .flatMap(({ name, cpu, memory }) => {
      if (memory <= mostMemory) return [];
      mostMemory = memory;
      return [{ name, cpu, memory }];
    });
}
