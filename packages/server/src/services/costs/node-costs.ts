import { clusterOf, defaultNodeSettings, isInClusters, type NodeCosts } from '@trimtab/core';
import {
  type AppDeps,
  fromSource,
  type Listing,
  type NodeState,
  type RequestContext,
  type Workload,
} from '../../ports/index.ts';
import { scheduledRequests } from '../../recommender/pod-quality.ts';
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

/**
 * What the nodes cost, and how many the pods need now and with suggestions (docs/contract/costs.md#nodes). Each cluster is
 * packed by itself, because its pods cannot run on the nodes of another.
 */
export function createNodeCosts({ deps: { clusters, cluster, prices }, stored, snapshots }: Dependencies) {
  /** All workloads, as far as the clusters answer. */
  const readWorkloads = async (wanted: readonly string[] | null, signal?: AbortSignal): Promise<Listing<Workload>> => {
    if (clusters === undefined) return cluster.workloads({}, { signal });
    const { items } = await cluster.namespaces({ signal });
    const namespaces = items.map(({ name }) => name).filter((name) => isInClusters(name, wanted));
    return cluster.workloads({ namespaces }, { signal });
  };
  return async (wanted: readonly string[] | null, context: RequestContext): Promise<NodeCosts> => {
    const { signal } = context;
    if (cluster.nodes === undefined) return unknown('Nodes are known only with access to the Kubernetes API server.');
    const listing = await fromSource('cluster', cluster.nodes({ signal }, wanted));
    if (listing.items.length === 0) return { ...unknown(), incomplete: [...listing.problems] };
    const settings = (await stored()).settings ?? defaultNodeSettings;
    const priceOf = createPricing(prices, settings);
    const [workloads, snapshot] = await Promise.all([
      fromSource('cluster', readWorkloads(wanted, signal)),
      snapshots.current(context),
    ]);
    const workloadsOf = Map.groupBy(workloads.items, (workload) => workload.cluster);
    const failed = new Set([...(workloads.failed?.keys() ?? [])].map((one) => clusterOf(one, clusters ?? [])));
    const isUnread = (name: string | undefined) => name !== undefined && (failed.has(name) || !workloadsOf.has(name));
    const unread = [...new Set(listing.items.map((node) => node.cluster))].filter(isUnread);
    const nodes = listing.items
      .filter((node) => !unread.includes(node.cluster))
      .map((node) => ({ ...node, ...priceOf(node) }));
    const parts = [...Map.groupBy(nodes, (node) => node.cluster)];
    const pack = (podsOf: (workload: Workload) => PodGroup): readonly Packing[] =>
      parts.map(([name, own]) => {
        const [onEach = [], others = []] = [true, false].map((isDaemonSet) =>
          (workloadsOf.get(name) ?? []).filter(({ kind }) => (kind === 'DaemonSet') === isDaemonSet).map(podsOf),
        );
        const usable = own.filter(({ isSchedulable }) => isSchedulable);
        return packPods(usable, others, sum(onEach));
      });
    const now = pack(presentPods);
    const suggested = pack((workload) => suggestedPods(workload, snapshot.row(workload)));
    const shown = clusters === undefined ? null : parts.flatMap(([name]) => name ?? []);
    const rows = (await snapshot.all()).filter(({ record }) => isInClusters(record.namespace, shown));
    const paper = rows.flatMap(({ netHourlySavings }) => netHourlySavings ?? []);
    const incomplete = [
      ...unread.map((name) => `Cluster ${name}: its nodes are left out, because its workloads cannot be read.`),
      ...new Set([...listing.problems, ...workloads.problems, ...snapshot.problemsIn(wanted)]),
    ];
    if (nodes.length === 0) return unknown(...incomplete);
    const [present, then] = [packed(now), packed(suggested)];
    return {
      groups: groupsOf(nodes),
      nodes: nodes.length,
      hourly_cost: nodes.reduce((total, node) => total + node.hourlyCost, 0),
      now: present,
      suggested: then,
      paper_hourly_savings: paper.length === 0 ? null : paper.reduce((total, each) => total + each, 0),
      // If more pods would fit no node with the suggestions, the nodes are not sufficient, and no saving can be given.
      realizable_hourly_savings: suggested.some(({ unplaced }, part) => unplaced > (now[part]?.unplaced ?? 0))
        ? null
        : present.hourly_cost - then.hourly_cost,
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

/** The sum over clusters. `binding` is null if it is not the same in all that need nodes. */
function packed(all: readonly Packing[]) {
  const bindings = new Set(all.flatMap(({ binding }) => binding ?? []));
  const total = (read: (one: Packing) => number) => all.reduce((whole, one) => whole + read(one), 0);
  return {
    nodes: total(({ nodes }) => nodes),
    hourly_cost: total(({ hourlyCost }) => hourlyCost),
    binding: bindings.size === 1 ? ([...bindings][0] ?? null) : null,
    unplaced: total(({ unplaced }) => unplaced),
  };
}

/** A container without a request reserves nothing. The scheduler treats it in the same way. */
const sum = (all: readonly { readonly cpu: number | null; readonly memory: number | null }[]): Amounts => ({
  cpu: all.reduce((total, { cpu }) => total + (cpu ?? 0), 0),
  memory: all.reduce((total, { memory }) => total + (memory ?? 0), 0),
});

const presentPods = (workload: Workload): PodGroup => ({
  count: workload.replicas ?? currentReplicas(workload) ?? 0,
  ...scheduledRequests(
    workload,
    sum(workload.containers.map(({ cpuRequest, memoryRequest }) => ({ cpu: cpuRequest, memory: memoryRequest }))),
  ),
});

/**
 * The pods after applying all suggestions for the directions of a target in recommendation mode. An autonomous target keeps its
 * present pods, because no list counts its suggestions as savings.
 */
function suggestedPods(workload: Workload, row: TargetRow | undefined): PodGroup {
  const present = presentPods(workload);
  if (row === undefined || row.advice === null || row.mode === 'Autonomous') return present;
  const { record, advice } = row;
  const advised = new Map(advice.containers.map((container) => [container.name, container]));
  const requests =
    record.vertical === null
      ? present
      : scheduledRequests(
          workload,
          sum(
            workload.containers.map(({ name, cpuRequest, memoryRequest }) => ({
              cpu: advised.get(name)?.cpu ?? cpuRequest,
              memory: advised.get(name)?.memory ?? memoryRequest,
            })),
          ),
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
