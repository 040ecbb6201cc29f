import { useQuery } from '@tanstack/react-query';
import { isInClusters, type NodeSettings } from '@trimtab/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { enhancedTargetsQuery } from '../../api/enhanced-targets.ts';
import { comparisonsQuery, wasteQuery } from '../../api/target-costs.ts';
import { type CostTarget, costTargets, inOrder, type KnownCosts } from './cost-target.ts';
import { nodeOfCosts } from './node/server-costs.ts';

/** Whether the costs are all there: still loading, with a part that could not be loaded, or complete. */
export type CostState = 'loading' | 'partial' | 'complete';

export type CostTargets = {
  /** null until the first page is loaded. */
  targets: readonly CostTarget[] | null;
  /** Costs are still loading, so sums and lists will grow. */
  isLoading: boolean;
  /** How many targets are listed, and how many of them already have costs. */
  progress: { read: number; listed: number };
  hasFailed: boolean;
  /** A later page of the list of targets failed, so only the first ones are known. */
  hasBrokenOff: boolean;
  isPartial: boolean;
  state: CostState;
  retry: () => void;
};

/**
 * All targets with their costs: the basic list, then the enhanced list, then waste and comparisons if there are
 * targets. Waste and comparisons are loaded after the first page of the enhanced list. They do not wait for the others,
 * because 10,000 targets have hundreds of pages and this page shows no enhanced items.
 */
export function useCostTargets({
  settings,
  isLoading: isLoadingSettings,
  serverNode,
  cluster,
}: {
  settings: NodeSettings;
  /** The node settings are still loading, so no costs can be computed. */
  isLoading: boolean;
  /** The node with which the server computes costs; null if unknown. */
  serverNode: NodeSettings | null;
  /** Only the targets of this cluster; null for all. */
  cluster: string | null;
}): CostTargets {
  const client = useClient();
  const listed = useQuery(allTargetsQuery(client));
  const hasBrokenOff = listed.isError && listed.data?.isComplete === false;
  // If the list breaks off, the costs of its first part are shown.
  const isListRead = listed.data?.isComplete === true || hasBrokenOff;
  const total = isListRead ? (listed.data?.items.length ?? null) : null;
  const { data: enhanced } = useQuery(enhancedTargetsQuery(client, total));
  const exist = enhanced !== undefined && total !== null && total > 0;
  const wasteRead = useQuery(wasteQuery(client, exist));
  const comparisonsRead = useQuery(comparisonsQuery(client, exist));
  // Rows that other requests load must not delay a key press or the scrolling of a table.
  const [waste, comparisons] = [useDeferredValue(wasteRead.data), useDeferredValue(comparisonsRead.data)];
  const listedItems = listed.data?.items;
  const items = useMemo(() => {
    const own =
      cluster === null
        ? listedItems
        : listedItems?.filter(({ namespace }) => isInClusters(namespace, cluster.split(',')));
    return own && inOrder(own);
  }, [listedItems, cluster]);
  const [wasteMap, comparisonMap] = [waste?.byKey, comparisons?.byKey];
  const [knownCosts] = useState((): KnownCosts => new WeakMap());
  const areComparisonsRead = comparisons?.isComplete === true && !comparisons.hasFailed;
  const wasteNode = nodeOfCosts(waste) ?? serverNode;
  const targets = useMemo(() => {
    if (items === undefined) return null;
    const known = { waste: wasteMap ?? new Map(), comparisons: comparisonMap ?? new Map(), areComparisonsRead };
    return costTargets({ targets: items, ...known, settings, wasteNode }, knownCosts);
  }, [items, wasteMap, comparisonMap, areComparisonsRead, settings, wasteNode, knownCosts]);
  const isRead = waste?.isComplete === true && comparisons?.isComplete === true;
  const isEmpty = total === 0;
  const hasNoList = listed.isError && !listedItems;
  const isLoading = isLoadingSettings || (!hasNoList && !isEmpty && (total === null || !isRead));
  const hasFailed = hasNoList || waste?.hasFailed === true || comparisons?.hasFailed === true;
  const isPartial =
    listed.data?.isTruncated === true || waste?.isTruncated === true || comparisons?.isTruncated === true;
  const hasCosts = (wasteMap?.size ?? 0) + (comparisonMap?.size ?? 0) > 0;
  return {
    targets: isLoadingSettings || (isLoading && !hasCosts) ? null : targets,
    isLoading,
    progress: { read: Math.min(wasteMap?.size ?? 0, comparisonMap?.size ?? 0), listed: listedItems?.length ?? 0 },
    hasFailed,
    hasBrokenOff,
    isPartial,
    state: isLoading ? 'loading' : hasFailed || hasBrokenOff || isPartial ? 'partial' : 'complete',
    retry: () => {
      if (listed.isError || listed.data?.isTruncated === true) void listed.refetch();
      // The costs are expensive to compute. They are loaded again only if some are missing.
      for (const { data, refetch } of [wasteRead, comparisonsRead])
        if (data?.hasFailed === true || data?.isTruncated === true) void refetch();
    },
  };
}
