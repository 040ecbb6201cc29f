import {
  capitalize,
  deriveDirection,
  deriveMode,
  formatCount,
  formatLastForecast,
  formatReplicaRange,
  formatStatsFigure,
  missingMark,
  statsFigure,
} from '@trimtab/core';
import type { Fact } from '../../output/facts.ts';
import type { TargetDetail } from '../../services/target-get.ts';

const severityStyle = { low: 'good', medium: 'warn', high: 'bad' } as const;

function statusFact({ row }: TargetDetail): Fact {
  if (row === null) return { id: 'status', label: 'Status', text: missingMark, value: null, style: 'dim' };
  const { label, severity } = row.status;
  return { id: 'status', label: 'Status', text: label, style: severityStyle[severity] };
}

function moneyFact({ row, spec, found }: TargetDetail): Fact {
  const hourly = row?.hourly_waste_savings ?? null;
  const figure = statsFigure({ mode: deriveMode(spec.spec), hourly });
  const text = formatStatsFigure(found === null ? null : figure);
  return { id: 'hourly_waste_savings', label: figure.label, text, value: hourly };
}

function replicaFacts({ found, suggestion }: TargetDetail): Fact[] {
  const hpa = found?.horizontalpodautoscaler ?? null;
  const running = found?.target.current_replicas ?? null;
  const suggested = suggestion?.suggestedReplicas ?? null;
  return [
    { id: 'current_replicas', label: 'Replicas', text: formatCount(running), value: running },
    {
      id: 'replica_range',
      label: 'Replica range',
      text: hpa === null ? missingMark : formatReplicaRange(hpa.min_replicas, hpa.max_replicas),
    },
    {
      id: 'suggested_replicas',
      label: 'Suggested replicas',
      text: formatCount(suggested),
      value: suggested,
      style: suggested === null || suggested === running ? 'dim' : 'accent',
    },
  ];
}

/** The facts about the whole target, in the order of the console's detail page. */
export function targetFacts(detail: TargetDetail, now: number): Fact[] {
  const { spec, suggestion, found } = detail;
  return [
    { id: 'mode', label: 'Mode', text: deriveMode(spec.spec) },
    { id: 'scaling', label: 'Scaling', text: capitalize(deriveDirection(spec.spec)) },
    {
      id: 'workload',
      label: 'Workload',
      text: found === null ? missingMark : `${found.target.kind ?? missingMark} ${found.target.name ?? spec.name}`,
    },
    statusFact(detail),
    ...replicaFacts(detail),
    moneyFact(detail),
    {
      id: 'suggestion_created',
      label: 'Last forecast',
      text: formatLastForecast(suggestion?.created, now),
      plain: suggestion?.created ?? missingMark,
      value: suggestion?.created ?? null,
    },
  ];
}
