import {
  defaultNodeSettings,
  type Explanation,
  type Outlook,
  type ReportCard,
  type Suggestion,
  type SuggestionOutcomes,
  type TargetName,
  type TradeOff,
  targetKey,
  workloadKey,
} from '@trimtab/core';
import {
  type AppDeps,
  DomainError,
  fromSource,
  type TargetRecord,
  type Workload,
  workloadMissing,
} from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import { explain } from '../../recommender/explanation.ts';
import { daysAhead } from '../../recommender/outlook.ts';
import { usageWhileReady } from '../../recommender/ready-usage.ts';
import { reportCard } from '../../recommender/report-card.ts';
import { usageDistributions } from '../../recommender/usage-distribution.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { inTurn } from '../event-loop/in-turn.ts';
import type { Sources } from '../sources/sources.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import type { Advised } from './evaluation.ts';
import { publishedRequests } from './published-requests.ts';
import { serverWorkload, serverWorkloads } from './server-workloads.ts';
import { suggestionOf } from './suggestion-view.ts';
import type { Suggestions } from './suggestions.ts';
import { tradeOffOf } from './trade-off.ts';

/** The time limit for the computations of a bulk call. Clients time out after 30 s. */
const bulkBudgetMs = 20_000;

/** A current suggestion. `usage` is null if its samples are not in memory. */
type InForce = { readonly advised: Advised; readonly usage: TargetUsage | null };

export type OnDemandSuggestions = ReturnType<typeof createOnDemandSuggestions>;

/** Suggestions that are computed for a request, with their explanations. */
export function createOnDemandSuggestions(
  { clock, history, limitPolicy = 'keep', logger }: Pick<AppDeps, 'clock' | 'history' | 'limitPolicy' | 'logger'>,
  stored: () => Promise<StoredState>,
  sources: Sources,
  suggestions: Suggestions,
) {
  /** Replaying two weeks takes a tenth of a second, and its inputs change every five minutes. */
  const cards = new WeakMap<TargetUsage, { readonly inputs: string; readonly card: Promise<ReportCard> }>();
  const current = async (record: TargetRecord, signal: AbortSignal): Promise<InForce> =>
    inForce(suggestions.current(record, await serverWorkload(sources, record, signal)));
  return {
    create: async (record: TargetRecord, signal: AbortSignal) =>
      present(suggestions.compute(record, await serverWorkload(sources, record, signal))),
    /**
     * One outcome per named target, in the given order. A target that is named twice has one outcome. The outcomes are
     * created while the response is written, so that a response that the client does not read uses neither memory nor
     * processor time.
     */
    async createMany(names: readonly TargetName[], signal: AbortSignal) {
      const { records } = await stored();
      const enrolled = new Map(records.map((record) => [targetKey(record), record]));
      const wanted = new Map(names.map((name) => [targetKey(name), name]));
      const namespaces = [...new Set([...wanted.values()].map(({ namespace }) => namespace))];
      const workloads =
        namespaces.length === 0 ? new Map<string, Workload>() : await serverWorkloads(sources, namespaces, signal);
      const deadline = clock.now() + bulkBudgetMs;
      const outcomeOf = async (record: TargetRecord) => {
        const workload = workloads.get(workloadKey(record));
        if (workload === undefined) throw workloadMissing(record);
        if (clock.now() >= deadline) {
          throw new DomainError(
            'conflict',
            'The call ran out of time before this target. Request fewer targets at once.',
          );
        }
        const recent = suggestions.recent(record);
        return present(recent === null ? suggestions.compute(record, workload) : Promise.resolve(recent));
      };
      const outcomes = async function* (): AsyncGenerator<SuggestionOutcomes['items'][number]> {
        for (const [key, { namespace, name }] of wanted) {
          const record = enrolled.get(key);
          const outcome =
            record === undefined
              ? { error: `There is no target "${name}" in namespace "${namespace}".` }
              : await suggestionOrError(outcomeOf(record), logger);
          yield { namespace, name, ...outcome };
        }
      };
      return { items: outcomes(), total: wanted.size };
    },
    /** The current suggestion with its inputs. Forecasts and the distribution of usage are computed now. */
    async explain(record: TargetRecord, signal: AbortSignal): Promise<Explanation> {
      const { advised, usage } = await current(record, signal);
      const { id, because, recommendation } = advised;
      const checkedTo = Math.max(suggestions.checkedTo(record) ?? 0, recommendation.end);
      const queries = [...(history?.queries?.(record) ?? [])];
      return {
        ...explain(record, recommendation, usage?.outlook() ?? [], queries),
        id,
        publishedBecause: because,
        checked: new Date(checkedTo).toISOString(),
        ...(usage === null ? {} : { usage: usageDistributions(usageWhileReady(usage.history()), recommendation) }),
      };
    },
    /** Computed from the samples in memory. The target's own mode is marked at the values of the current suggestion. */
    async tradeOff(record: TargetRecord, signal: AbortSignal): Promise<TradeOff> {
      const workload = await serverWorkload(sources, record, signal);
      const { advised, usage } = await inForce(suggestions.current(record, workload));
      if (usage === null) throw new DomainError('conflict', 'There are no samples to replay requests on.');
      const settings = (await stored()).settings ?? defaultNodeSettings;
      const asked = { limitPolicy, ...record };
      const given = { inForce: advised.recommendation, usage, settings };
      return inTurn((yieldIfDue) => tradeOffOf(asked, workload, given, yieldIfDue));
    },
    async reportCard(record: TargetRecord, signal: AbortSignal): Promise<ReportCard> {
      const { advised, usage } = await current(record, signal);
      if (usage === null)
        throw new DomainError('conflict', 'There are no samples on which the suggestion could be replayed.');
      const samples = usageWhileReady(usage.history());
      const window = { start: samples.start, end: usage.end * binMs };
      const during = await suggestions.inForceDuring(record, window);
      const inputs = JSON.stringify([advised.id, window, during.map(({ id }) => id)]);
      const known = cards.get(usage);
      if (known?.inputs === inputs) return known.card;
      // The samples may be newer than the suggestion.
      const asked = { ...advised.recommendation, ...window };
      const card = inTurn((yieldIfDue) => reportCard(samples, asked, publishedRequests(during), yieldIfDue));
      cards.set(usage, { inputs, card });
      return card;
    },
    async outlook(record: TargetRecord, signal: AbortSignal): Promise<Outlook> {
      const { advised, usage } = await current(record, signal);
      if (usage === null) throw new DomainError('conflict', 'There are no samples to forecast from.');
      const ahead = await inTurn(() => daysAhead(usage.history(), advised.recommendation.scaled));
      return { namespace: record.namespace, name: record.name, ...ahead };
    },
  };
}

async function inForce(evaluating: ReturnType<Suggestions['compute']>): Promise<InForce> {
  const { evaluation, usage } = await fromSource('metrics', evaluating);
  if (evaluation.kind === 'none') throw new DomainError('conflict', evaluation.reason);
  return { advised: evaluation, usage };
}

async function present(evaluating: ReturnType<Suggestions['compute']>): Promise<Suggestion> {
  const { advised, usage } = await inForce(evaluating);
  return suggestionOf(advised, usage);
}

/** In a bulk call, an error of one target affects only the outcome of that target. */
async function suggestionOrError(
  computing: Promise<Suggestion>,
  logger: AppDeps['logger'],
): Promise<{ suggestion: Suggestion } | { error: string }> {
  try {
    return { suggestion: await computing };
  } catch (error) {
    if (error instanceof DomainError) return { error: error.messages.join(' ') };
    // The response has begun, so the only way to report an error is to cut it off.
    logger('error', 'failed unexpectedly', { error });
    throw error;
  }
}
