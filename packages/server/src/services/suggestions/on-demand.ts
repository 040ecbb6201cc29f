import {
  type Explanation,
  type ReportCard,
  type Suggestion,
  type SuggestionOutcomes,
  type TargetName,
  targetKey,
  workloadKey,
} from '@trimtab/core';
import {
  type AppDeps,
  DomainError,
  fromSource,
  serverContext,
  type TargetRecord,
  type Workload,
  workloadMissing,
} from '../../ports/index.ts';
import { explain } from '../../recommender/explanation.ts';
import type { Recommendation } from '../../recommender/recommendation.ts';
import { reportCard } from '../../recommender/report-card.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from '../sources/sources.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import { suggestionOf } from './suggestion-view.ts';
import type { Suggestions } from './suggestions.ts';

/** A bulk call computes no longer than this: clients time out after 30 s. */
const bulkBudgetMs = 20_000;

type Computed = {
  readonly recommendation: Recommendation;
  readonly usage: TargetUsage;
  readonly suggestion: Suggestion;
};

export type OnDemandSuggestions = ReturnType<typeof createOnDemandSuggestions>;

/** Suggestions that a request computes now, with their explanations. */
export function createOnDemandSuggestions(
  { clock, history }: Pick<AppDeps, 'clock' | 'history'>,
  stored: () => Promise<StoredState>,
  sources: Sources,
  suggestions: Suggestions,
) {
  const compute = async (record: TargetRecord, workload: Workload): Promise<Computed> => {
    const evaluated = await fromSource('metrics', suggestions.compute(record, workload));
    const { evaluation, usage } = evaluated;
    if (evaluation.kind === 'none') throw new DomainError('conflict', evaluation.reason);
    const suggestion = suggestionOf(evaluated);
    if (suggestion === null || usage === null) {
      throw new DomainError('conflict', 'There is nothing to compute it from.');
    }
    return { recommendation: evaluation.recommendation, usage, suggestion };
  };
  // A suggestion is stored for all callers, so the server reads its inputs as its own principal.
  const workloadsOf = async (namespaces: readonly string[], signal: AbortSignal) =>
    (await fromSource('cluster', sources.workloads(namespaces, serverContext(signal)))).byKey;
  const computeOne = async (record: TargetRecord, signal: AbortSignal): Promise<Computed> => {
    const workload = (await workloadsOf([record.namespace], signal)).get(workloadKey(record));
    if (workload === undefined) throw workloadMissing(record);
    return compute(record, workload);
  };
  return {
    create: async (record: TargetRecord, signal: AbortSignal) => (await computeOne(record, signal)).suggestion,
    /** One outcome per named target, in the order given. A target that is named twice has one outcome. */
    async createMany(names: readonly TargetName[], signal: AbortSignal): Promise<SuggestionOutcomes> {
      const { records } = await stored();
      const enrolled = new Map(records.map((record) => [targetKey(record), record]));
      const wanted = [...new Map(names.map((name) => [targetKey(name), name])).values()];
      const namespaces = [...new Set(wanted.map(({ namespace }) => namespace))];
      const workloads = namespaces.length === 0 ? new Map<string, Workload>() : await workloadsOf(namespaces, signal);
      const deadline = clock.now() + bulkBudgetMs;
      const outcomeOf = async (record: TargetRecord) => {
        const workload = workloads.get(workloadKey(record));
        if (workload === undefined) throw workloadMissing(record);
        if (clock.now() >= deadline) {
          throw new DomainError(
            'conflict',
            'There was no time left for it in this call. Ask for fewer targets at once.',
          );
        }
        return compute(record, workload);
      };
      const items: SuggestionOutcomes['items'] = [];
      for (const { namespace, name } of wanted) {
        signal.throwIfAborted();
        const record = enrolled.get(targetKey({ namespace, name }));
        const outcome =
          record === undefined
            ? { error: `There is no target "${name}" in namespace "${namespace}".` }
            : await suggestionOrError(outcomeOf(record));
        items.push({ namespace, name, ...outcome });
      }
      return { items, total: items.length };
    },
    async explain(record: TargetRecord, signal: AbortSignal): Promise<Explanation> {
      const { recommendation, usage } = await computeOne(record, signal);
      return explain(record, recommendation, usage.outlook(), [...(history?.queries?.(record) ?? [])]);
    },
    async reportCard(record: TargetRecord, signal: AbortSignal): Promise<ReportCard> {
      const { recommendation, usage } = await computeOne(record, signal);
      return reportCard(usage.history(), recommendation);
    },
  };
}

/** In a bulk call, an error of one target is the outcome of that target alone. */
async function suggestionOrError(
  computing: Promise<Computed>,
): Promise<{ suggestion: Suggestion } | { error: string }> {
  try {
    return { suggestion: (await computing).suggestion };
  } catch (error) {
    if (error instanceof DomainError) return { error: error.messages.join(' ') };
    throw error;
  }
}
