import { defaultNodeSettings, type NodeCosts } from '@trimtab/core';
import { type AppDeps, fromSource, type NodeState, type RequestContext, type Workload } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Snapshots } from '../targets/snapshot.ts';
import { currentReplicas } from '../targets/spec-view.ts';
import type { TargetRow } from '../targets/target-row.ts';
import { type Amounts, type Packing, type PodGroup, packPods } from './node-packing.ts';
import { createPricing, type PricedNode } from './node-prices.ts';

type Dependencies = {
  readonly deps: Pick<AppDeps, 'clusters' | 'cluster' | 'prices'>;
  readonly stored: () => Promise<StoredState>;
  readonly snapshots: Snapshots;
};

/** What the nodes cost, and how many the pods need now and with suggestions (docs/contract/costs.md#nodes). */
export function createNodeCosts({ deps: { clusters, cluster, prices }, stored, snapshots }: Dependencies) {
  return async (context: RequestContext): Promise<NodeCosts> => {
    const { signal } = context;
    if (clusters !== undefined) return unknown('The costs of nodes are known only on a server that reads one cluster.');
    if (cluster.nodes === undefined) return unknown('Nodes are known only with access to the Kubernetes API server.');
    const listing = await fromSource('cluster', cluster.nodes({ signal }));
    if (listing.items.length === 0) return { ...unknown(), incomplete: [...listing.problems] };
    const settings = (await stored()).settings ?? defaultNodeSettings;
    const priceOf = createPricing(prices, settings);
    const nodes = listing.items.map((node) => ({ ...node, ...priceOf(node) }));
    const [workloads, snapshot] = await Promise.all([
      fromSource('cluster', cluster.workloads({}, { signal })),
      snapshots.current(context),
    ]);
    const rows = await snapshot.all();
    const pack = (podsOf: (workload: Workload) => PodGroup): Packing => {
      const onEach = workloads.items.filter(({ kind }) => kind === 'DaemonSet').map(podsOf);
      const others = workloads.items.filter(({ kind }) => kind !== 'DaemonSet').map(podsOf);
      return packPods(
        nodes.filter(({ isSchedulable }) => isSchedulable),
        others,
        sum(onEach),
      );
    };
    const now = pack(presentPods);
    const suggested = pack((workload) => suggestedPods(workload, snapshot.row(workload)));
    const paper = rows.flatMap(({ costs }) =>
      costs.now === null || costs.advised === null ? [] : costs.now - costs.advised,
    );
    const incomplete = [...new Set([...listing.problems, ...workloads.problems, ...snapshot.problems])];
    return {
      groups: groupsOf(nodes),
      nodes: nodes.length,
      hourly_cost: nodes.reduce((total, node) => total + node.hourlyCost, 0),
      now: packed(now),
      suggested: packed(suggested),
      paper_hourly_savings: paper.length === 0 ? null : paper.reduce((total, each) => total + each, 0),
      // If more pods would fit no node with the suggestions, the nodes are not sufficient, and no saving can be given.
      realizable_hourly_savings: suggested.unplaced > now.unplaced ? null : now.hourlyCost - suggested.hourlyCost,
      ...(incomplete.length === 0 ? {} : { incomplete }),
    };
  };
}

const unknown = (...incomplete: readonly string[]): NodeCosts => ({
  groups: [],
  nodes: 0,
  hourly_cost: null,
  now: null,
  suggested: null,
  paper_hourly_savings: null,
  realizable_hourly_savings: null,
  ...(incomplete.length === 0 ? {} : { incomplete: [...incomplete] }),
});

const packed = ({ nodes, hourlyCost, binding, unplaced }: Packing) => ({
  nodes,
  hourly_cost: hourlyCost,
  binding,
  unplaced,
});

/** A container without a request reserves nothing. The scheduler treats it in the same way. */
const sum = (all: readonly { readonly cpu: number | null; readonly memory: number | null }[]): Amounts => ({
  cpu: all.reduce((total, { cpu }) => total + (cpu ?? 0), 0),
  memory: all.reduce((total, { memory }) => total + (memory ?? 0), 0),
});

const presentPods = (workload: Workload): PodGroup => ({
  count: workload.replicas ?? currentReplicas(workload) ?? 0,
  ...sum(workload.containers.map(({ cpuRequest, memoryRequest }) => ({ cpu: cpuRequest, memory: memoryRequest }))),
});

/** The pods after applying all suggestions for the directions of the target. */
function suggestedPods(workload: Workload, row: TargetRow | undefined): PodGroup {
  const present = presentPods(workload);
  if (row === undefined || row.advice === null) return present;
  const { record, advice } = row;
  const advised = new Map(advice.containers.map((container) => [container.name, container]));
  const requests =
    record.vertical === null
      ? present
      : sum(
          workload.containers.map(({ name, cpuRequest, memoryRequest }) => ({
            cpu: advised.get(name)?.cpu ?? cpuRequest,
            memory: advised.get(name)?.memory ?? memoryRequest,
          })),
        );
  return { ...requests, count: (record.horizontal === null ? null : advice.replicas) ?? present.count };
}

/** Groups nodes of the same type and price, the largest group first. */
function groupsOf(nodes: readonly (NodeState & PricedNode)[]): NodeCosts['groups'] {
  const alike = Map.groupBy(nodes, ({ instanceType, region, capacityType, hourlyCost, memory, cpu }) =>
    JSON.stringify([instanceType, region, capacityType, hourlyCost, ...(instanceType === null ? [cpu, memory] : [])]),
  );
  return [...alike.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      return {
        instance_type: first.instanceType,
        region: first.region,
        capacity_type: first.capacityType,
        nodes: group.length,
        cpu_cores: first.cpu,
        memory_bytes: first.memory,
        hourly_cost: first.hourlyCost,
        price: first.provenance,
      };
    })
    .toSorted((a, b) => b.nodes - a.nodes);
}
