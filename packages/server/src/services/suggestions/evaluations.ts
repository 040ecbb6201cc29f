import { hourMs, type LimitPolicy, workloadKey } from '@trimtab/core';
import * as z from 'zod/mini';
import { getOrInsert } from '../../get-or-insert.ts';
import type { StoredEvaluations, TargetRecord, Workload } from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import { needsMoreReplicas, publishReason, replicaChange } from '../../recommender/publish-recommendation.ts';
import { isExceeded } from '../../recommender/publish-request.ts';
import { keptOnce } from '../cache/kept-once.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import type { NamespaceUsage } from '../usage-history/usage-history.ts';
import {
  beingComputed,
  type ComputedSuggestion,
  type Evaluation,
  evaluate,
  lastHourOf,
  type None,
} from './evaluation.ts';
import type { PublishedSuggestions } from './published-suggestions.ts';

type Entry = {
  readonly evaluation: Evaluation;
  readonly signature: string;
  /** The end of the samples of the newest computation, in milliseconds. */
  readonly checkedTo: number;
  /** Since when fewer replicas than suggested have been enough, in milliseconds; null if they are not. */
  readonly fewerReplicasSince: number | null;
};

export type NamespaceEvaluations = {
  /** By workload key. */
  readonly entries: Map<string, Entry>;
  /** Increases with every refresh. */
  version: number;
  /** When all targets of the namespace were last evaluated, in milliseconds. */
  refreshedAt: number;
  /** The targets of the namespace in that refresh; null before the first one. */
  refreshedFor: readonly TargetRecord[] | null;
  /** The evaluation of targets without a suggestion after the last refresh failed; null otherwise. */
  failure: Evaluation | null;
  /** Like `checkedTo` of the targets, as the replica that evaluates them has stored it. */
  sharedCheckedTo: number | null;
};

const none = z.custom<None>((value) => typeof value === 'object' && value !== null && 'reason' in value);
/** What the replicas share: published suggestions are stored elsewhere. */
const sharedEvaluations = z.object({
  checkedTo: z.nullable(z.number()),
  failure: z.nullable(none),
  without: z.record(z.string(), none),
});

/** Requests and replicas are recomputed every hour. A change of their inputs takes effect immediately. */
export const reevaluateEveryMs = hourMs;
/** Replicas are lowered after fewer have been enough for this long. */
const fewerReplicasAfterMs = hourMs;

/** Each target's current suggestion, or why it has none. Lists only read evaluations and never wait for one. */
export class Evaluations {
  readonly #namespaces = new Map<string, NamespaceEvaluations>();
  readonly #published: Pick<PublishedSuggestions, 'inForce' | 'publish'>;
  readonly #limitPolicy: LimitPolicy;

  /** @param limitPolicy the policy for targets without their own */
  constructor(published: Pick<PublishedSuggestions, 'inForce' | 'publish'>, limitPolicy: LimitPolicy = 'keep') {
    this.#published = published;
    this.#limitPolicy = limitPolicy;
  }

  /** A target that this process has not evaluated has its stored suggestion. Without one, it is `beingComputed`. */
  newest(record: TargetRecord): Evaluation {
    const evaluated = this.#entry(record)?.evaluation;
    if (evaluated?.kind === 'none') return evaluated;
    // Another replica may have published a newer one.
    return this.#published.inForce(record) ?? evaluated ?? this.peek(record.namespace)?.failure ?? beingComputed;
  }

  /** The end of the samples of the newest computation, in milliseconds; null before the first one. */
  checkedTo(record: TargetRecord): number | null {
    return this.#entry(record)?.checkedTo ?? this.peek(record.namespace)?.sharedCheckedTo ?? null;
  }

  /** The evaluations of a namespace for the other replicas. */
  shared(namespace: string): StoredEvaluations {
    const { entries, failure } = this.ofNamespace(namespace);
    const all = [...entries];
    const without = Object.fromEntries(
      all.flatMap(([key, { evaluation }]) => (evaluation.kind === 'none' ? [[key, evaluation]] : [])),
    );
    const checkedTo = all.reduce((last, [, one]) => Math.max(last, one.checkedTo), -1);
    return { namespace, body: JSON.stringify({ checkedTo: checkedTo < 0 ? null : checkedTo, failure, without }) };
  }

  /** Takes over what the replica that evaluates a namespace has stored. */
  adopt({ namespace, body }: StoredEvaluations, refreshedFor: readonly TargetRecord[]): void {
    const { checkedTo, failure, without } = sharedEvaluations.parse(JSON.parse(body));
    const own = this.ofNamespace(namespace);
    own.entries.clear();
    const once = keptOnce<None>();
    for (const [key, reason] of Object.entries(without)) {
      const evaluation = once(reason);
      own.entries.set(key, { evaluation, signature: '', checkedTo: checkedTo ?? 0, fewerReplicasSince: null });
    }
    own.sharedCheckedTo = checkedTo;
    own.failure = failure;
    // If this replica takes over the namespace, it evaluates all targets at once.
    own.refreshedAt = Number.NEGATIVE_INFINITY;
    own.refreshedFor = refreshedFor;
    own.version += 1;
  }

  peek(namespace: string): NamespaceEvaluations | undefined {
    return this.#namespaces.get(namespace);
  }

  ofNamespace(namespace: string): NamespaceEvaluations {
    return getOrInsert(this.#namespaces, namespace, () => ({
      entries: new Map(),
      version: 0,
      refreshedAt: Number.NEGATIVE_INFINITY,
      refreshedFor: null,
      failure: null,
      sharedCheckedTo: null,
    }));
  }

  /** Evaluates a target and publishes a necessary new suggestion. Without `force`, only if the inputs changed. */
  evaluate(
    record: TargetRecord,
    workload: Workload,
    history: NamespaceUsage | null,
    { force = false } = {},
  ): Evaluation {
    if (history === null) return this.newest(record);
    const key = workloadKey(record);
    const usage = history.targets.get(key) ?? null;
    const limitPolicy = record.limitPolicy ?? this.#limitPolicy;
    const end = history.end * binMs;
    const signature = signatureOf({ ...record, limitPolicy }, workload, end, usage);
    const { entries } = this.ofNamespace(record.namespace);
    const known = entries.get(key);
    const isSettled = known?.signature === signature && (known.checkedTo === end || !isUnsafe(known.evaluation, usage));
    if (!force && isSettled) return known.evaluation;
    const computed = evaluate({ ...record, limitPolicy }, workload, usage);
    const settled =
      computed.kind === 'none'
        ? { evaluation: this.#kept(record, computed) ?? computed, fewerReplicasSince: null }
        : this.#settle(record, computed, end, known?.fewerReplicasSince ?? end);
    entries.set(key, { ...settled, signature, checkedTo: end });
    return settled.evaluation;
  }

  /** Ends a refresh: removes targets that are no longer enrolled. */
  finishRefresh(namespace: string, refreshedFor: readonly TargetRecord[], now: number): void {
    const own = this.ofNamespace(namespace);
    const enrolled = new Set(refreshedFor.map(workloadKey));
    for (const key of own.entries.keys()) if (!enrolled.has(key)) own.entries.delete(key);
    own.refreshedAt = now;
    own.refreshedFor = refreshedFor;
    own.failure = null;
    own.version += 1;
  }

  /** Ends a refresh that could not read the history. The refresh is due again at the next attempt. */
  failRefresh(namespace: string, failure: Evaluation): void {
    const own = this.ofNamespace(namespace);
    own.failure = failure;
    own.version += 1;
  }

  /** Keeps only the namespaces in `enrolled`. */
  retain(enrolled: ReadonlyMap<string, unknown>): void {
    for (const namespace of this.#namespaces.keys()) if (!enrolled.has(namespace)) this.#namespaces.delete(namespace);
  }

  #entry(record: TargetRecord): Entry | undefined {
    return this.peek(record.namespace)?.entries.get(workloadKey(record));
  }

  /** The suggestion in force, if it stays although none can be computed now; else null. */
  #kept(record: TargetRecord, { keeps }: None): Evaluation | null {
    const inForce = keeps === undefined ? null : this.#published.inForce(record);
    return inForce?.appliesTo === keeps ? inForce : null;
  }

  /** Publishes what was computed, or keeps the current suggestion. */
  #settle(record: TargetRecord, computed: ComputedSuggestion, end: number, fewerSince: number) {
    const { kind: _, lastHour, kills, allowed, currentReplicas, ...newest } = computed;
    const inForce = this.#published.inForce(record);
    const change = inForce === null ? null : replicaChange(inForce.recommendation, newest.recommendation);
    const fewerReplicasLasted = change === 'fewer' && end - fewerSince >= fewerReplicasAfterMs;
    const because =
      inForce === null
        ? 'It is the first suggestion.'
        : publishReason({ inForce, newest, lastHour, kills, allowed, fewerReplicasLasted });
    if (inForce !== null && because === null) {
      return { evaluation: inForce, fewerReplicasSince: change === 'fewer' ? fewerSince : null };
    }
    const published = this.#published.publish(record, { ...newest, because: because ?? '', currentReplicas });
    return { evaluation: published, fewerReplicasSince: null };
  }
}

/** Whether the newest samples exceed the current suggestion. If they do, it is recomputed with every new sample. */
function isUnsafe(evaluation: Evaluation, usage: TargetUsage | null): boolean {
  if (evaluation.kind === 'none' || usage === null) return false;
  const { recommendation } = evaluation;
  const newest = usage.total[recommendation.metric].at(-1) ?? Number.NaN;
  if (needsMoreReplicas(recommendation, newest)) return true;
  const lastHour = lastHourOf(usage);
  return recommendation.sized.some(
    ({ container, resource, settled, adjustment }) =>
      // A request that the replicas follow does not depend on samples.
      adjustment?.kind !== 'held' && isExceeded(resource, lastHour(container, resource), settled.request),
  );
}

/** The inputs of an evaluation, with the time of the samples rounded to the hour. */
function signatureOf(record: TargetRecord, workload: Workload, end: number, usage: TargetUsage | null): string {
  const { modelMode, horizontal, vertical, limitPolicy } = record;
  const { containers, rules, hpa, readyReplicas, replicas } = workload;
  return JSON.stringify([
    Math.floor(end / reevaluateEveryMs),
    usage === null,
    usage?.kills.at(-1)?.at,
    modelMode,
    horizontal,
    vertical,
    limitPolicy,
    containers,
    rules,
    hpa,
    readyReplicas,
    replicas,
  ]);
}
