import type { Comparison, NodeSettings } from '../../api/schemas/costs.ts';
import type { Explanation } from '../../api/schemas/explanations.ts';
import type { CurrentMetrics } from '../../api/schemas/metrics.ts';
import type { Suggestion } from '../../api/schemas/suggestions.ts';
import type { Hpa, ScaleTarget } from '../../api/schemas/targets.ts';
import { currentVariant, usedAmounts } from '../../cost/comparison.ts';
import { hourlyCost, type ResourceAmounts } from '../../cost/node.ts';
import { yearlyFigure } from '../../cost/periods.ts';
import { formatAge } from '../../format/age.ts';
import { formatMoneyShort } from '../../format/money.ts';
import { formatWholePercent } from '../../format/number.ts';
import { deriveDirection, scalesReplicas, scalesRequests } from '../direction.ts';
import { isInjected } from '../injected.ts';
import { deriveMode, type TargetSpec } from '../mode.ts';
import { loweredNeeds, type RecommendationFacts, recommendationType } from '../recommendation-type.ts';
import { finiteOrNull, type ResourceName, resourceLabels, resourceNames } from '../resource.ts';
import { hoursBeforeAdvice } from '../status.ts';
import { settle, utilization, utilizationThresholds } from '../utilization.ts';
import { dayMs, hourMs } from '../windows.ts';
import { boundsText, type Changes, changesText, suggestedChanges } from './changes.ts';
import { type Confidence, confidenceOf } from './confidence.ts';
import { checkedAt, cutRecord, raiseReason } from './reason.ts';

/** Null: unknown, or not available on this server. A clause without figures is left out. */
export type VerdictInput = {
  readonly spec: TargetSpec | null;
  /** Null if the workload is not in the cluster. */
  readonly workload: Pick<ScaleTarget, 'containers' | 'current_replicas' | 'kind' | 'injected_containers'> | null;
  readonly hpa?: Hpa | null | undefined;
  readonly suggestion: Suggestion | null;
  /** Why there is no suggestion, as a sentence. */
  readonly noSuggestion?: string | null | undefined;
  readonly explanation: Explanation | null;
  readonly settings: NodeSettings | null;
  /** Of the last 24 hours. */
  readonly comparison: Pick<Comparison, 'resources' | 'problem'> | null;
  readonly current: Pick<CurrentMetrics, 'containers'> | null;
  readonly now: number;
};

/** What to do with a target, in one line. */
export type Verdict = {
  /** `none`: there is no suggestion. `missing`: there is no workload. */
  readonly kind: 'change' | 'fits' | 'none' | 'missing';
  /** What to do. */
  readonly headline: string;
  /** The reason, the cost, and the confidence. */
  readonly clauses: readonly string[];
  /** Dollars a year that the change saves; null if unknown. */
  readonly netYearly: number | null;
  /**
   * Whether a file can set the change. It can set neither the number of pods that an autoscaler runs, nor the requests of a
   * container that the template does not have.
   */
  readonly canExport: boolean;
  readonly confidence: Confidence | null;
};

export const verdictText = ({ headline, clauses }: Pick<Verdict, 'headline' | 'clauses'>): string =>
  [headline, ...clauses].join(' · ');

/**
 * The verdict about a target. A pure function of API answers that both the console and the CLI have, so that both print
 * the same line. See docs/contract/suggestions.md#verdict.
 */
export function verdictOf(input: VerdictInput): Verdict {
  const { spec, workload, suggestion, explanation, hpa } = input;
  const nothing = { netYearly: null, canExport: false, confidence: null };
  if (workload === null) {
    const clauses = ['un-enroll the target if it was deleted on purpose'];
    return { kind: 'missing', headline: 'The workload is not in the cluster', clauses, ...nothing };
  }
  const direction = deriveDirection(spec);
  const isUnscaled = direction === 'none';
  if (suggestion === null || isUnscaled) {
    const reason = input.comparison?.problem || input.noSuggestion;
    const clauses = isUnscaled
      ? ['this target scales neither its requests nor its replicas']
      : [reason ? reason.replace(/\.$/, '') : 'it appears when there is enough usage data'];
    return { kind: 'none', headline: isUnscaled ? 'Nothing to change' : 'No suggestion', clauses, ...nothing };
  }
  const changes = suggestedChanges(workload, suggestion, { direction, hpa });
  const isNamed = workload.containers.length > 1;
  const confidence = explanation === null ? null : confidenceOf(explanation);
  const certainty = confidence === null ? [] : [`confidence ${confidence.level}: ${confidence.text}`];
  const costs = costsOf(workload, changes, input.settings);
  const reasoned = { changes, isNamed, explanation };
  const needed = needsMore(input, changes.requests);
  if (!isChange(changes, costs, needed)) {
    const scales = [scalesRequests(direction) && 'requests', scalesReplicas(direction) && 'replicas'].filter(Boolean);
    const subject = scales.join(' and ');
    const bounds = boundsText(changes.autoscaler);
    const isKept = isChange(changes, costs, []);
    const clauses = [
      isKept ? keptText(changes, needed) : 'nothing differs by more than 10%',
      ...(bounds === null || isKept ? [] : [`only bound the HPA to ${bounds}`]),
      ...agedText(input),
      ...certainty,
    ];
    const headline = isKept ? `Keep the ${subject}` : `${subject.charAt(0).toUpperCase()}${subject.slice(1)} fit`;
    return { kind: 'fits', headline, clauses, netYearly: 0, canExport: bounds !== null && !isKept, confidence };
  }
  const netYearly = costs.now === null || costs.advised === null ? null : yearlyFigure(costs.now - costs.advised);
  const reason = raiseReason(reasoned);
  const record = reason === null ? cutRecord(reasoned) : null;
  const clauses = [
    ...(reason === null ? [] : [reason]),
    ...(netYearly === null ? [] : [moneyText(netYearly, changes)]),
    ...(record === null ? [] : [record]),
    // An autoscaler runs more pods under more load, so the current number of pods does not describe the last day.
    ...(changes.autoscaler === null ? utilizationText(input, costs.amounts) : []),
    ...warningText(input, changes),
    ...(deriveMode(spec) === 'Autonomous' ? ['to be applied by autonomous mode'] : []),
    ...agedText(input),
    ...certainty,
  ];
  const { requests, autoscaler } = changes;
  const isInFile = requests.some(({ container }) => !isInjected(container, workload));
  const setsPods = autoscaler === null ? changes.replicas !== null : boundsText(autoscaler) !== null;
  return {
    kind: 'change',
    headline: changesText(changes, isNamed),
    clauses,
    netYearly,
    canExport: isInFile || setsPods,
    confidence,
  };
}

type Costs = {
  /** Dollars an hour for all pods. */
  readonly now: number | null;
  readonly advised: number | null;
  /** The requests of all pods with the suggestion. */
  readonly amounts: ResourceAmounts;
};

function costsOf(
  { containers, current_replicas }: NonNullable<VerdictInput['workload']>,
  { requests, replicas }: Changes,
  settings: NodeSettings | null,
): Costs {
  const running = finiteOrNull(current_replicas);
  const suggested = new Map(requests.map(({ container, resource, after }) => [`${container}\n${resource}`, after]));
  const sumOf = (resource: ResourceName, isSuggested: boolean, pods: number | null): number | null =>
    containers.reduce<number | null>((sum, { name, average_requests }) => {
      const own = (isSuggested ? suggested.get(`${name}\n${resource}`) : undefined) ?? average_requests[resource];
      const known = finiteOrNull(own);
      return sum === null || known === null || pods === null ? null : sum + known * pods;
    }, 0);
  const amounts = (isSuggested: boolean, pods: number | null): ResourceAmounts => ({
    cpuCores: sumOf('cpu', isSuggested, pods),
    memoryBytes: sumOf('memory', isSuggested, pods),
  });
  const advised = amounts(true, replicas?.after ?? running);
  const priceOf = (of: ResourceAmounts) => (settings === null ? null : hourlyCost(of, settings));
  return { now: priceOf(amounts(false, running)), advised: priceOf(advised), amounts: advised };
}

/** Whether the lists also show a change for this target: a value that differs by more than 10 %. */
function isChange(changes: Changes, { now, advised }: Costs, needed: readonly ResourceName[]): boolean {
  const { type } = recommendationType({
    ...facts(changes, needed),
    failed: false,
    sampledHours: hoursBeforeAdvice,
    hourlyCost: { current: now, suggested: advised },
  });
  return type === 'upDelta' || type === 'downDelta';
}

const facts = (
  { requests, replicas }: Changes,
  needed: readonly ResourceName[],
): Pick<RecommendationFacts, 'replicas' | 'resources' | 'needsMore'> => ({
  replicas: replicas === null ? null : { current: replicas.before, suggested: replicas.after },
  resources: requests.map(({ resource, before, after }) => ({ resource, current: before ?? 0, suggested: after })),
  needsMore: needed,
});

/** Names the resources because of which nothing is lowered. */
function keptText(changes: Changes, needed: readonly ResourceName[]): string {
  const lowered = loweredNeeds(facts(changes, needed));
  const names = resourceNames.flatMap((resource) =>
    lowered.includes(resource) ? (resource === 'cpu' ? resourceLabels.cpu : 'memory') : [],
  );
  return `${names.join(' and ')} usage was above the requests, although 14 days suggest less`;
}

/** The resources whose usage was above the requests in the last 24 hours, or that a kill of the last week raises. */
function needsMore({ spec, comparison, explanation }: VerdictInput, requests: Changes['requests']): ResourceName[] {
  const variant = currentVariant(deriveMode(spec));
  const since = explanation === null ? 0 : Date.parse(explanation.window.end) - 7 * dayMs;
  const raised = requests.filter(({ before, after, resource }) => resource === 'memory' && after > (before ?? 0));
  const isRaisedAfterKill = raised.some(({ container }) =>
    explanation?.requests.some(
      (one) => one.container === container && one.outOfMemory.some(({ at }) => Date.parse(at) > since),
    ),
  );
  return resourceNames.filter((resource) => {
    const figures = comparison?.resources[resource][variant];
    const used = utilization(figures?.total_usage, figures?.total_request);
    const isOver = used !== null && settle(used) > utilizationThresholds.full;
    return isOver || (resource === 'memory' && isRaisedAfterKill);
  });
}

function moneyText(netYearly: number, { autoscaler, replicas }: Changes): string {
  const amount = formatMoneyShort(Math.abs(netYearly));
  if (amount === formatMoneyShort(0)) return 'same cost';
  // An autoscaler changes the pods with the load, so the current number of pods does not apply to a whole year.
  const load = autoscaler !== null && replicas?.before !== replicas?.after ? " at this hour's load" : '';
  return `${netYearly > 0 ? `frees ${amount}/year` : `costs ${amount}/year more`}${load}`;
}

/** The utilization of the last 24 hours with the suggestion. */
function utilizationText({ spec, comparison }: VerdictInput, { cpuCores, memoryBytes }: ResourceAmounts): string[] {
  if (comparison === null) return [];
  const used = usedAmounts(comparison, currentVariant(deriveMode(spec)));
  const cpu = utilization(used.cpuCores, cpuCores);
  const memory = utilization(used.memoryBytes, memoryBytes);
  const parts = [
    ...(cpu === null ? [] : [`${formatWholePercent(cpu)} of CPU`]),
    ...(memory === null ? [] : [`${formatWholePercent(memory)} of memory`]),
  ];
  return parts.length === 0 ? [] : [`then uses ${parts.join(' and ')} on average`];
}

/**
 * Warns if a container currently uses more memory than its suggested request. If the number of pods changes, the memory
 * of each pod changes too, so there is no warning.
 */
function warningText({ current }: VerdictInput, { requests, replicas }: Changes): string[] {
  if (replicas !== null && replicas.after !== replicas.before) return [];
  const isAbove = requests.some(({ container, resource, after }) => {
    const own = current?.containers.find(({ name }) => name === container);
    const used = own?.metrics.find(({ name }) => name === resource)?.averageValue ?? null;
    return resource === 'memory' && used !== null && used > after;
  });
  return isAbove ? ['memory is above the suggestion now, so wait for the next one'] : [];
}

/** The server compares a suggestion with newer samples every hour, unless it cannot read them. */
const staleAfterMs = 3 * hourMs;

function agedText({ suggestion, explanation, now }: VerdictInput): string[] {
  const at = explanation === null ? null : checkedAt(explanation);
  // A stored suggestion may be old, but compared recently. Only its explanation has the time of the comparison.
  const compared = at ?? (suggestion?.id === undefined ? (suggestion?.created ?? null) : null);
  return compared === null || now - Date.parse(compared) < staleAfterMs
    ? []
    : [`compared with usage ${formatAge(compared, now)}`];
}
