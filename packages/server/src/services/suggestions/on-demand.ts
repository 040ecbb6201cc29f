import type { Explanation, ReportCard, Suggestion, SuggestionOutcomes, TargetName } from '@trimtab/core';
import {
  type AppDeps,
  DomainError,
  fromSource,
  serverContext,
  type TargetRecord,
  type Workload,
} from '../../ports/index.ts';
import { explain } from '../../recommender/explanation.ts';
import type { Recommendation } from '../../recommender/recommendation.ts';
import { reportCard } from '../../recommender/report-card.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from '../sources/sources.ts';
import { workloadKey } from '../sources/workload-key.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import { outlookOf, suggestionOf } from './suggestion-view.ts';
import type { Suggestions } from './suggestions.ts';

/** Suggestions that are computed because somebody asks for them, and what stands behind them. */
export type OnDemandSuggestions = {
  create(record: TargetRecord, signal: AbortSignal): Promise<Suggestion>;
  /** One outcome per target named, in the order given; a target that is named twice is answered once. */
  createMany(names: readonly TargetName[], signal: AbortSignal): Promise<SuggestionOutcomes>;
  explain(record: TargetRecord, signal: AbortSignal): Promise<Explanation>;
  reportCard(record: TargetRecord, signal: AbortSignal): Promise<ReportCard>;
};

/** Longer than this a bulk call does not compute; a client times out at 30 s. */
const bulkBudgetMs = 20_000;

type Computed = {
  readonly recommendation: Recommendation;
  readonly memory: TargetUsage;
  readonly suggestion: Suggestion;
};

export function createOnDemandSuggestions(
  { clock, history }: Pick<AppDeps, 'clock' | 'history'>,
  stored: () => Promise<StoredState>,
  sources: Sources,
  suggestions: Suggestions,
): OnDemandSuggestions {
  const compute = async (record: TargetRecord, workload: Workload): Promise<Computed> => {
    const judged = await fromSource('metrics', suggestions.compute(record, workload));
    if (judged.evaluation.kind === 'none') throw new DomainError('conflict', judged.evaluation.reason);
    const suggestion = suggestionOf(judged);
    const memory = judged.memory ?? null;
    if (suggestion === null || memory === null)
      throw new DomainError('conflict', 'There is nothing to compute it from.');
    return { recommendation: judged.evaluation.recommendation, memory, suggestion };
  };
  // What is suggested is the server's own record, the same for everyone: it reads itself what that is made from.
  const workloadsOf = async (namespaces: readonly string[], signal: AbortSignal) => {
    const { items } = await fromSource('cluster', sources.workloads(namespaces, serverContext(signal)));
    return new Map(items.map((workload) => [workloadKey(workload), workload]));
  };
  const computeOne = async (record: TargetRecord, signal: AbortSignal): Promise<Computed> => {
    const workload = (await workloadsOf([record.namespace], signal)).get(workloadKey(record));
    if (workload === undefined) throw missing(record);
    return compute(record, workload);
  };
  return {
    create: async (record, signal) => (await computeOne(record, signal)).suggestion,
    async createMany(names, signal) {
      const { records } = await stored();
      const enrolled = new Map(records.map((record) => [keyOf(record), record]));
      const wanted = [...new Map(names.map((name) => [keyOf(name), name])).values()];
      const namespaces = [...new Set(wanted.map(({ namespace }) => namespace))];
      const workloads = namespaces.length === 0 ? new Map<string, Workload>() : await workloadsOf(namespaces, signal);
      const deadline = clock.now() + bulkBudgetMs;
      const items: SuggestionOutcomes['items'] = [];
      for (const { namespace, name } of wanted) {
        signal.throwIfAborted();
        const record = enrolled.get(keyOf({ namespace, name }));
        const workload = record === undefined ? undefined : workloads.get(workloadKey(record));
        const outcome =
          record === undefined
            ? { error: `There is no target "${name}" in namespace "${namespace}".` }
            : workload === undefined
              ? { error: missing(record).message }
              : clock.now() >= deadline
                ? { error: 'There was no time left for it in this call. Ask for fewer targets at once.' }
                : await outcomeOf(compute(record, workload));
        items.push({ namespace, name, ...outcome });
      }
      return { items, total: items.length };
    },
    async explain(record, signal) {
      const { recommendation, memory } = await computeOne(record, signal);
      return explain(record, recommendation, outlookOf(memory), [...(history?.queries?.(record) ?? [])]);
    },
    async reportCard(record, signal) {
      const { recommendation, memory } = await computeOne(record, signal);
      return reportCard(memory.history(), recommendation);
    },
  };
}

/** Whatever befalls one target of many is told about that target alone. */
async function outcomeOf(computing: Promise<Computed>): Promise<{ suggestion: Suggestion } | { error: string }> {
  try {
    return { suggestion: (await computing).suggestion };
  } catch (error) {
    if (error instanceof DomainError) return { error: error.messages.join(' ') };
    throw error;
  }
}

// As it reads where a target is asked for: the text is known to clients (console.md section 8).
const missing = ({ kind, name }: TargetRecord): DomainError =>
  new DomainError('workloadMissing', `failed to get target scale: ${kind} "${name}" not found`);

const keyOf = ({ namespace, name }: TargetName): string => JSON.stringify([namespace, name]);
