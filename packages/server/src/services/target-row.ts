import { type AstSpecView, deriveDirection, deriveMode, type NodeSettings } from '@trimtab/core';
import type { TargetRecord, Workload, WorkloadUsage } from '../ports/index.ts';
import { type Advice, suggest } from '../recommender/suggest.ts';
import { type Recommendation, recommendation } from './recommendation.ts';
import { currentReplicas, specView } from './spec-view.ts';
import { hourlyWasteSavings, type TargetCosts, targetCosts } from './target-costs.ts';
import { dayMs, missingRequests, type Status, targetStatus } from './target-status.ts';
import { type ByResource, utilization } from './utilization.ts';

/** Everything the lists and the KPIs say about one target, computed once. */
export type TargetRow = {
  readonly record: TargetRecord;
  readonly spec: AstSpecView;
  readonly mode: 'Autonomous' | 'Recommendation';
  readonly scaling: string;
  /** Null: not in the cluster, or nobody knows because the source failed. */
  readonly workload: Workload | null;
  readonly utilization: ByResource;
  readonly status: Status;
  readonly risks: Risks;
  readonly advice: Advice | null;
  readonly recommendation: Recommendation;
  readonly costs: TargetCosts;
  /** Dollars an hour. */
  readonly hourlyWasteSavings: number | null;
};

export type Risks = {
  readonly overprovisioned: boolean;
  readonly underprovisioned: boolean;
  readonly noRequest: boolean;
};

export type RowInput = {
  readonly record: TargetRecord;
  readonly workload: Workload | null;
  readonly usage: WorkloadUsage | null;
  readonly failure: { readonly cluster: string | null; readonly metrics: string | null };
  readonly settings: NodeSettings;
  readonly now: number;
};

export function targetRow({ record, workload, usage, failure, settings, now }: RowInput): TargetRow {
  const spec = specView(record);
  const mode = deriveMode(spec.spec);
  const used = workload === null ? { cpu: null, memory: null } : utilization(workload, usage);
  const since = usage?.since ?? null;
  const observedMs = since === null ? null : now - since;
  const missing = workload === null ? [] : missingRequests(workload);
  const isObserved = observedMs !== null && observedMs >= dayMs;
  const advice =
    workload === null || usage === null || !isObserved
      ? null
      : suggest({ workload, usage, currentReplicas: currentReplicas(workload) });
  const costs = targetCosts(workload, advice, settings);
  return {
    record,
    spec,
    mode,
    scaling: deriveDirection(spec.spec),
    workload,
    utilization: used,
    status: targetStatus({ workload, failure, utilization: used, observedMs, missingRequests: missing }),
    risks: {
      overprovisioned: anyResource(used, (fraction) => fraction < 0.5),
      underprovisioned: anyResource(used, (fraction) => fraction > 1),
      noRequest: missing.length > 0,
    },
    advice,
    recommendation: recommendation({
      record,
      workload,
      failed: failure.cluster !== null || failure.metrics !== null,
      advice,
      settings,
    }),
    costs,
    hourlyWasteSavings: hourlyWasteSavings(record, costs, settings, mode === 'Autonomous'),
  };
}

const anyResource = ({ cpu, memory }: ByResource, test: (fraction: number) => boolean): boolean =>
  (cpu !== null && test(cpu)) || (memory !== null && test(memory));
