import { type Comparison, dayMs, defaultNodeSettings, type NodeSettings, type PotentialSavings } from '@trimtab/core';
import { type AppDeps, isAbort, type RequestContext, type TargetRecord, type Window } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { JsonText, writtenOnce } from '../cache/json-text.ts';
import type { CostHistory } from '../rollups/cost-history.ts';
import type { Lists, Snapshots } from '../targets/snapshot.ts';
import type { ListRow } from '../targets/target-row.ts';
import { type CostSides, comparison, potentialSavings, unknownTotals } from './cost-response.ts';
import type { CostWindow } from './cost-window.ts';
import { pastCosts, pastMeans, pastSides } from './past-costs.ts';
import { namespacesOf, recentFigures } from './recent-figures.ts';

type Dependencies = {
  readonly stored: () => Promise<StoredState>;
  readonly lists: Lists;
  readonly snapshots: Snapshots;
  readonly history: CostHistory;
  readonly deps: Pick<AppDeps, 'metrics' | 'clock' | 'logger'>;
};

/** Costs of targets over a window: one entry per target, in the order given. */
export function createCosts({ stored, lists, snapshots, history, deps }: Dependencies) {
  const { clock, logger } = deps;
  const settings = async () => (await stored()).settings ?? defaultNodeSettings;
  const recent = recentFigures(snapshots, deps.metrics);
  const writtenSavings = writtenOnce(({ record, costs, netHourlySavings }: ListRow) =>
    potentialSavings(record, costs, netHourlySavings),
  );
  const writtenComparison = writtenOnce(({ record, sides }: ListRow, node: NodeSettings) =>
    comparison(record, sides, node),
  );
  const means = async (targets: readonly TargetRecord[], window: Window, context: RequestContext) => {
    if (window.start < clock.now() - dayMs) return pastMeans(history, targets, window, context.signal);
    try {
      return await pastMeans({ figures: recent(context) }, targets, window, context.signal);
    } catch (error) {
      if (isAbort(error)) throw error;
      logger('warn', 'metrics source failed; costs are those of recorded hours', { error });
      return pastMeans(history, targets, window, context.signal);
    }
  };
  return {
    async potentialSavings(
      targets: readonly TargetRecord[],
      asked: CostWindow,
      context: RequestContext,
    ): Promise<readonly (PotentialSavings | JsonText)[]> {
      if (asked.recent) {
        const { row: rowOf } = await lists.current(context, namespacesOf(targets));
        return targets.map((record) => {
          const row = rowOf(record);
          return row === undefined ? new JsonText(potentialSavings(record, noCosts, null)) : writtenSavings(row);
        });
      }
      const [averages, node] = [await means(targets, asked.window, context), await settings()];
      return averages.map((mean) => potentialSavings(mean.record, pastCosts(mean, node)));
    },
    async comparisons(
      targets: readonly TargetRecord[],
      asked: CostWindow,
      context: RequestContext,
    ): Promise<readonly (Comparison | JsonText)[]> {
      const node = await settings();
      if (asked.recent) {
        const { row: rowOf } = await lists.current(context, namespacesOf(targets));
        return targets.map((record) => {
          const row = rowOf(record);
          return row === undefined ? new JsonText(comparison(record, noSides, node)) : writtenComparison(row, node);
        });
      }
      const averages = await means(targets, asked.window, context);
      return averages.map((mean) => comparison(mean.record, pastSides(mean, asked.window), node));
    },
  };
}

const unknownPair = { raw: null, withSuggestions: null };
/** A target that was removed meanwhile has no costs, but the page keeps its length. */
const noCosts = { horizontalCost: unknownPair, verticalCost: unknownPair };
const noSides: CostSides = {
  used: unknownTotals,
  optimized: unknownTotals,
  unoptimized: unknownTotals,
  problems: ['The target is no longer enrolled.'],
};
