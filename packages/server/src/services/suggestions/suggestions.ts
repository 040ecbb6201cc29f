import type { Suggestion } from '@trimtab/core';
import { type AppDeps, isAbort, serverContext, type TargetRecord, type Workload } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import { createTimeSlices } from '../event-loop/time-slices.ts';
import type { Sources } from '../sources/sources.ts';
import { byKey } from '../sources/workload-index.ts';
import { workloadKey } from '../sources/workload-key.ts';
import type { UsageHistory } from '../usage-history/usage-history.ts';
import { createDailySuggestions } from './daily-suggestions.ts';
import { beingComputed, type Evaluation, evaluate, noHistorySource } from './evaluation.ts';
import { createRequestPriority } from './request-priority.ts';
import { type EvaluatedTarget, suggestionOf } from './suggestion-view.ts';

/** What is advised for targets, kept from one computing to the next: lists look it up, and never wait for it. */
export type Suggestions = {
  /** What was found last; at once. */
  evaluation(record: TargetRecord): Evaluation;
  /** Another number when an evaluation of the namespace may be another. */
  version(namespace: string): number;
  /**
   * Sees to it that everything enrolled is judged from what is newest, in the background; resolves when the wanted
   * namespaces are, or when the time for it is over: some evaluations are then still the ones before, or being computed.
   */
  prepare(wanted: readonly string[]): Promise<void>;
  /** From the newest samples, now. Rejects with `SourceError` when they cannot be asked for. */
  compute(record: TargetRecord, workload: Workload): Promise<EvaluatedTarget>;
  /** What was advised on the days of a window, newest first; the newest is what is advised now. */
  list(
    record: TargetRecord,
    workload: Workload | null,
    window: { start: number; end: number },
  ): Promise<readonly Suggestion[]>;
};

type Kept = { readonly evaluation: Evaluation; readonly signature: string };
type Space = {
  readonly evaluations: Map<string, Kept>;
  version: number;
  judgedAt: number;
  judgedOf: StoredState | null;
};

/** Sizes and replicas are told anew every hour; what they are told from (requests, mode, a kill) at once. */
const hourMs = 3_600_000;
const rejudgeAfterMs = 30_000;
/** Whoever asks about one target of which nothing was read yet would otherwise be told that nothing is advised. */
const firstPatienceMs = 5_000;

type Dependencies = {
  readonly deps: Pick<AppDeps, 'clock' | 'logger' | 'store'> & { readonly ending: AbortSignal };
  readonly stored: () => Promise<StoredState>;
  readonly usageHistory: UsageHistory | null;
  readonly sources: Pick<Sources, 'workloads'>;
};

export function createSuggestions({ deps, stored, usageHistory, sources }: Dependencies): Suggestions {
  const { clock, logger, store, ending } = deps;
  const spaces = new Map<string, Space>();
  const running = new Map<string, Promise<void>>();
  let catchingUp = false;
  const priority = createRequestPriority(clock);
  const dailySuggestions = createDailySuggestions(store.suggestions, { clock, logger });
  const space = (namespace: string): Space => {
    const known = spaces.get(namespace);
    if (known !== undefined) return known;
    const fresh: Space = { evaluations: new Map(), version: 0, judgedAt: Number.NEGATIVE_INFINITY, judgedOf: null };
    spaces.set(namespace, fresh);
    return fresh;
  };

  /** Judges one target unless what it was judged from is still the same. `keep`: for everyone, as the server reads it. */
  const judgeOne = (record: TargetRecord, workload: Workload, { force = false, keep = true } = {}): Evaluation => {
    const known = usageHistory?.peek(record.namespace);
    if (usageHistory === null) return noHistorySource;
    if (known === null || known === undefined) return beingComputed;
    const key = workloadKey(record);
    const memory = known.targets.get(key) ?? null;
    const signature = signatureOf(record, workload, known.end * 300_000, memory?.kills.at(-1)?.at);
    const { evaluations } = space(record.namespace);
    const kept = evaluations.get(key);
    if (!force && kept?.signature === signature) return kept.evaluation;
    const evaluation = evaluate(record, workload, memory);
    if (keep) evaluations.set(key, { evaluation, signature });
    return evaluation;
  };

  const bringUp = async (namespace: string, urgent: boolean): Promise<void> => {
    try {
      if (usageHistory?.isDue(namespace) === true) await usageHistory.bring(namespace, { urgent });
    } catch (error) {
      if (!isAbort(error))
        logger('warn', 'past usage could not be read; suggestions stay as they were', { namespace, error });
    }
  };

  /** Of all that is enrolled, in one question for all namespaces; by the server itself, because evaluations are its own. */
  const readWorkloads = async (namespace: string): Promise<ReadonlyMap<string, Workload>> => {
    try {
      return byKey(await sources.workloads([...(await stored()).byNamespace.keys()], serverContext(ending)));
    } catch (error) {
      if (!isAbort(error))
        logger('warn', 'workloads could not be read; suggestions stay as they were', { namespace, error });
      return new Map();
    }
  };

  /** Judges a namespace anew, from the newest bins where they can be had. */
  const refresh = async (namespace: string, urgent: boolean): Promise<void> => {
    if (usageHistory === null) return;
    const [workloads] = await Promise.all([readWorkloads(namespace), bringUp(namespace, urgent)]);
    const now = await stored();
    const own = space(namespace);
    const yieldIfDue = createTimeSlices();
    const enrolled = new Set<string>();
    for (const record of now.byNamespace.get(namespace) ?? []) {
      const key = workloadKey(record);
      enrolled.add(key);
      const workload = workloads.get(key);
      if (workload === undefined) continue;
      const evaluation = judgeOne(record, workload);
      if (evaluation.kind === 'advised')
        dailySuggestions.note(record, () => suggestionOf({ record, workload, evaluation }));
      await yieldIfDue();
    }
    for (const key of own.evaluations.keys()) if (!enrolled.has(key)) own.evaluations.delete(key);
    own.judgedAt = clock.now();
    own.judgedOf = now;
    own.version += 1;
  };

  const start = (namespace: string, urgent: boolean): Promise<void> => {
    const known = running.get(namespace);
    if (known !== undefined) return known;
    const refreshing = refresh(namespace, urgent).finally(() => running.delete(namespace));
    running.set(namespace, refreshing);
    return refreshing;
  };

  const isBehind = (namespace: string, now: StoredState): boolean => {
    if (usageHistory === null) return false;
    const own = spaces.get(namespace);
    // What made room for others is read again when it must be told anew, and not before.
    const madeRoom = own !== undefined && own.version > 0 && usageHistory.peek(namespace) === null;
    if (madeRoom && own.judgedOf === now && clock.now() - own.judgedAt < hourMs) return false;
    const stale = own === undefined || own.judgedOf !== now || clock.now() - own.judgedAt >= rejudgeAfterMs;
    return usageHistory.isDue(namespace) || (stale && usageHistory.peek(namespace) !== null);
  };

  /** One namespace after the other, each when nobody has asked for a moment: requests go first. */
  const catchUp = async (): Promise<void> => {
    if (catchingUp) return;
    catchingUp = true;
    try {
      const now = await stored();
      for (const namespace of now.byNamespace.keys()) {
        if (!isBehind(namespace, now)) continue;
        await priority.whenIdle();
        if (ending.aborted) return;
        await start(namespace, false);
      }
    } catch (error) {
      logger('warn', 'suggestions could not be brought up to date', { error });
    } finally {
      catchingUp = false;
    }
  };

  return {
    version: (namespace) => spaces.get(namespace)?.version ?? 0,
    evaluation(record) {
      if (usageHistory === null) return noHistorySource;
      return spaces.get(record.namespace)?.evaluations.get(workloadKey(record))?.evaluation ?? beingComputed;
    },
    async prepare(wanted) {
      if (usageHistory === null) return;
      priority.requestReceived();
      const now = await stored();
      const started = wanted
        .filter((namespace) => isBehind(namespace, now))
        .map((namespace) => ({ namespace, done: start(namespace, true) }));
      // Whoever has evaluations already need not wait for the next.
      const awaited = started.filter(({ namespace }) => (spaces.get(namespace)?.judgedOf ?? null) === null);
      if (awaited.length > 0) await priority.waitBriefly(Promise.all(awaited.map(({ done }) => done)));
      void catchUp();
    },
    async compute(record, workload) {
      if (usageHistory === null) return { record, workload, evaluation: noHistorySource, memory: null };
      const { targets } = await usageHistory.bring(record.namespace, { urgent: true });
      const evaluation = judgeOne(record, workload, { force: true });
      space(record.namespace).version += 1;
      const judged: EvaluatedTarget = {
        record,
        workload,
        evaluation,
        memory: targets.get(workloadKey(record)) ?? null,
      };
      if (evaluation.kind === 'advised') dailySuggestions.note(record, () => suggestionOf(judged));
      return judged;
    },
    async list(record, workload, window) {
      const { namespace } = record;
      if (usageHistory?.peek(namespace) === null && workload !== null) {
        await priority.waitBriefly(quietly(usageHistory.bring(namespace, { urgent: true })), firstPatienceMs);
      } else if (usageHistory?.isDue(namespace) === true)
        await priority.waitBriefly(quietly(usageHistory.bring(namespace)));
      const known = usageHistory?.peek(namespace);
      // As whoever asks sees the workload, which is nobody else's business.
      const evaluation = workload === null ? null : judgeOne(record, workload, { keep: false });
      const memory = known?.targets.get(workloadKey(record)) ?? null;
      const latest =
        workload === null || evaluation === null ? null : suggestionOf({ record, workload, evaluation, memory });
      const earlier = await dailySuggestions.list(record, window);
      return newestFirst(latest === null ? earlier : [latest, ...earlier], window);
    },
  };
}

/** Whoever fills logs the failure; who only looks goes on with what there is. */
const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => null);

/** What a running server does beside its requests: brings all that is enrolled up to date, in the background. */
export async function keepUp(suggestions: Suggestions, stored: () => Promise<StoredState>): Promise<void> {
  if ((await stored()).records.length > 0) await suggestions.prepare([]);
}

/** What an evaluation hangs on besides the samples of the hour. */
function signatureOf(record: TargetRecord, workload: Workload, end: number, lastKill: number | undefined): string {
  const { modelMode, horizontal, vertical } = record;
  const { containers, hpa, readyReplicas, replicas } = workload;
  const hour = Math.floor(end / hourMs);
  return JSON.stringify([
    hour,
    lastKill,
    modelMode,
    horizontal === null,
    vertical === null,
    containers,
    hpa,
    readyReplicas,
    replicas,
  ]);
}

/** Of two from one moment the first is kept: the latest, which knows more than what was noted of it. */
function newestFirst(
  items: readonly Suggestion[],
  { start, end }: { start: number; end: number },
): readonly Suggestion[] {
  const seen = new Set<string>();
  return items
    .filter(({ created }) => {
      if (created === null || seen.has(created)) return false;
      seen.add(created);
      const at = Date.parse(created);
      return at >= start && at < end;
    })
    .toSorted((a, b) => Date.parse(b.created ?? '') - Date.parse(a.created ?? ''));
}
