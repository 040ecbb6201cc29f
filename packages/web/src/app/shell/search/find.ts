import { type FeatureFlags, isInClusters, searchTargets } from '@trimtab/core';
import type { ListedTarget } from '../../../api/listed-targets.ts';
import { type CommandContext, commandsOf } from './commands.ts';
import { offeredResults, rankResults } from './rank-results.ts';
import type { Found } from './result.ts';

type Search = CommandContext & {
  targets: readonly ListedTarget[];
  /** The keys of the targets that were opened last. */
  recent: readonly string[];
  isOffering: boolean;
};

/** The results for what is typed. If nothing is typed, those that are offered. */
export function find(search: Search): Found {
  const { targets, recent, text, flags, isOffering } = search;
  if (text.trim() === '')
    return { results: isOffering ? offeredResults(targets, recent, commandsOf(search)) : [], targetCount: null };
  const found = searchInCluster(targets, text, flags);
  return { results: rankResults(found, commandsOf(search), text), targetCount: found.length };
}

/** The targets that a text finds. If it begins with a cluster, as in `eu web`, only those of this cluster. */
function searchInCluster(
  targets: readonly ListedTarget[],
  text: string,
  { clusters }: Pick<FeatureFlags, 'clusters'>,
): ListedTarget[] {
  const [, cluster = '', name = ''] = /^\s*(\S+)\s+(.*)$/.exec(text) ?? [];
  if (!clusters.includes(cluster)) return searchTargets(targets, text);
  return searchTargets(targets, name).filter(({ namespace }) => isInClusters(namespace, [cluster]));
}
