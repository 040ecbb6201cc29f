import {
  capitalize,
  changeText,
  changeTitle,
  currentCheck,
  deriveDirection,
  deriveMode,
  deriveScaleTargetRef,
  explainNetEffect,
  formatAge,
  formatCount,
  formatLastForecast,
  formatReplicaRange,
  formatYearlyFigure,
  lastForecastAt,
  missingMark,
  partlyObservedText,
} from '@trimtab/core';
import { type Fact, fact } from '../../output/facts.ts';
import { severityStyle } from '../../output/style.ts';
import type { TargetDetail } from '../../services/target-get.ts';

function statusFact({ row }: TargetDetail): Fact {
  if (row === null) return fact('status', 'Status', missingMark, { value: null, style: 'dim' });
  const { label, severity } = row.status;
  return fact('status', 'Status', label, { style: severityStyle[severity] });
}

/** Kind and name. Not every server sends them with the workload, but the spec names the workload. */
function workloadOf({ found, spec }: TargetDetail): string {
  if (found === null) return missingMark;
  const { kind, name } = found.target;
  const ref = deriveScaleTargetRef(spec.spec);
  return [kind ?? ref?.kind, name ?? ref?.name ?? spec.name].filter((part) => part != null).join(' ');
}

/** The yearly figure as in the lists. Null if it is unknown: the list could not be read, or the workload does not exist. */
function yearlyOf({ row, spec, found }: TargetDetail) {
  if (row === null || found === null) return null;
  return formatYearlyFigure({ mode: deriveMode(spec.spec), hourly: row.hourly_waste_savings });
}

function moneyFact(detail: TargetDetail): Fact {
  const label = deriveMode(detail.spec.spec) === 'Autonomous' ? 'Yearly Savings' : 'Yearly Waste';
  const text = yearlyOf(detail)?.text ?? missingMark;
  return fact('hourly_waste_savings', label, text, { value: detail.row?.hourly_waste_savings ?? null });
}

/** Explains parentheses around the yearly figure. */
export function figureNotes(detail: TargetDetail): string[] {
  const tooltip = yearlyOf(detail)?.tooltip;
  return tooltip === undefined ? [] : [`(…): ${tooltip}`];
}

function observedFacts({ row }: TargetDetail): Fact[] {
  const text = partlyObservedText(row?.observed);
  return text === null ? [] : [fact('observed', 'Observed', text, { value: row?.observed ?? null })];
}

/** Shown only if it differs from the figure above it. */
function netFacts({ row }: TargetDetail): Fact[] {
  const text = explainNetEffect({ hourly: row?.hourly_waste_savings, net: row?.net_hourly_savings });
  return text === null
    ? []
    : [fact('net_hourly_savings', 'Net effect', text, { value: row?.net_hourly_savings ?? null })];
}

function replicaFacts({ found, suggestion }: TargetDetail): Fact[] {
  const hpa = found?.horizontalpodautoscaler ?? null;
  const running = found?.target.current_replicas ?? null;
  const suggested = suggestion?.suggestedReplicas ?? null;
  return [
    fact('current_replicas', 'Replicas', formatCount(running), { value: running }),
    fact(
      'replica_range',
      'Replica range',
      hpa === null ? missingMark : formatReplicaRange(hpa.min_replicas, hpa.max_replicas),
    ),
    fact('suggested_replicas', 'Suggested replicas', formatCount(suggested), {
      value: suggested,
      style: suggested === null || suggested === running ? 'dim' : 'accent',
    }),
  ];
}

function lastChangeFacts({ lastChange }: TargetDetail, now: number): Fact[] {
  if (lastChange === null) return [];
  const { at, verification } = lastChange;
  const verdict = verification === null ? null : currentCheck(verification).check.verdict;
  const text = [changeTitle(lastChange), formatAge(at, now), verdict ?? '', changeText(lastChange)].filter(
    (part) => part !== '',
  );
  return [
    fact('last_change', 'Last change', text.join(' · '), { value: at, style: verdict === 'worse' ? 'bad' : 'plain' }),
  ];
}

/** The facts about the whole target, in the order of the console's detail page. */
export function targetFacts(detail: TargetDetail, now: number): Fact[] {
  const { spec, suggestion, found, isSuggestionUnread } = detail;
  // No forecast is in progress for a workload that does not exist.
  const isUnknown = isSuggestionUnread || (found === null && suggestion === null);
  const lastForecast = isUnknown ? missingMark : formatLastForecast(lastForecastAt(suggestion), now);
  return [
    fact('mode', 'Mode', deriveMode(spec.spec)),
    fact('scaling', 'Scaling', capitalize(deriveDirection(spec.spec))),
    fact('workload', 'Workload', workloadOf(detail)),
    statusFact(detail),
    ...observedFacts(detail),
    ...replicaFacts(detail),
    moneyFact(detail),
    ...netFacts(detail),
    fact('suggestion_created', 'Last forecast', lastForecast, {
      plain: suggestion?.created ?? missingMark,
      value: suggestion?.created ?? null,
    }),
    ...lastChangeFacts(detail, now),
  ];
}
