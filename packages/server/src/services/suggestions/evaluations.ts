import { hourMs, workloadKey } from '@trimtab/core';
import type { TargetRecord, Workload } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { TargetUsage } from '../usage-history/target-usage.ts';
import type { NamespaceUsage } from '../usage-history/usage-history.ts';
import { beingComputed, type Evaluation, evaluate } from './evaluation.ts';

type Entry = { readonly evaluation: Evaluation; readonly signature: string };

/** The evaluations of one namespace. */
export type NamespaceEvaluations = {
  /** By workload key. */
  readonly entries: Map<string, Entry>;
  /** Grows with every refresh. */
  version: number;
  /** When all targets of the namespace were last evaluated, in milliseconds. */
  refreshedAt: number;
  /** The enrolled targets of that refresh; null before the first one. */
  refreshedFor: StoredState | null;
};

/** Requests and replicas are computed again every hour; a change of their inputs takes effect immediately. */
export const reevaluateEveryMs = hourMs;

/** The newest evaluation of every target. Lists only look evaluations up; they never wait for one. */
export class Evaluations {
  readonly #namespaces = new Map<string, NamespaceEvaluations>();

  /** `beingComputed` for a target that was never evaluated. */
  newest(record: TargetRecord): Evaluation {
    return this.peek(record.namespace)?.entries.get(workloadKey(record))?.evaluation ?? beingComputed;
  }

  peek(namespace: string): NamespaceEvaluations | undefined {
    return this.#namespaces.get(namespace);
  }

  ofNamespace(namespace: string): NamespaceEvaluations {
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) return known;
    const fresh = { entries: new Map(), version: 0, refreshedAt: Number.NEGATIVE_INFINITY, refreshedFor: null };
    this.#namespaces.set(namespace, fresh);
    return fresh;
  }

  /**
   * Evaluates a target, unless its inputs are those of the stored evaluation. `force` evaluates in any case. `store` is
   * false for inputs that were read on behalf of one caller: other callers must not see their result.
   */
  evaluate(
    record: TargetRecord,
    workload: Workload,
    history: NamespaceUsage | null,
    { force = false, store = true } = {},
  ): Evaluation {
    if (history === null) return beingComputed;
    const key = workloadKey(record);
    const usage = history.targets.get(key) ?? null;
    const signature = signatureOf(record, workload, history.end * 300_000, usage);
    const { entries } = this.ofNamespace(record.namespace);
    const known = entries.get(key);
    if (!force && known?.signature === signature) return known.evaluation;
    const evaluation = evaluate(record, workload, usage);
    if (store) entries.set(key, { evaluation, signature });
    return evaluation;
  }

  /** Ends a refresh: forgets targets that are no longer enrolled. */
  finishRefresh(namespace: string, enrolled: ReadonlySet<string>, refreshedFor: StoredState, now: number): void {
    const own = this.ofNamespace(namespace);
    for (const key of own.entries.keys()) if (!enrolled.has(key)) own.entries.delete(key);
    own.refreshedAt = now;
    own.refreshedFor = refreshedFor;
    own.version += 1;
  }
}

/** The inputs of an evaluation, with the samples rounded to the hour. */
function signatureOf(record: TargetRecord, workload: Workload, end: number, usage: TargetUsage | null): string {
  const { modelMode, horizontal, vertical } = record;
  const { containers, hpa, readyReplicas, replicas } = workload;
  return JSON.stringify([
    Math.floor(end / reevaluateEveryMs),
    usage?.kills.at(-1)?.at,
    modelMode,
    horizontal === null,
    vertical === null,
    containers,
    hpa,
    readyReplicas,
    replicas,
  ]);
}
