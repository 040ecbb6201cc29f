import { type NodeSettings, type RecommendationType, withinTolerance } from '@trimtab/core';
import type { TargetRecord, Workload } from '../ports/index.ts';
import type { Advice } from '../recommender/suggest.ts';
import { currentReplicas } from './spec-view.ts';
import { advisedPodRequest, shareCost } from './target-costs.ts';
import { minus, podRequest, times } from './utilization.ts';

export type Recommendation = { readonly type: RecommendationType; readonly label: string };

export type RecommendationInput = {
  readonly record: TargetRecord;
  readonly workload: Workload | null;
  readonly failed: boolean;
  /** Null below 24 hours of samples, and when nothing could be advised. */
  readonly advice: Advice | null;
  readonly settings: NodeSettings;
};

/** contract.md, "recommendation.type"; only the directions that the target has count. */
export function recommendation({ record, workload, failed, advice, settings }: RecommendationInput): Recommendation {
  if (failed) return { type: 'error', label: 'Unavailable' };
  if (workload === null) return { type: 'error', label: 'Workload missing' };
  if (advice === null) return { type: 'noSuggestions', label: 'No suggestions yet' };
  const resized = record.vertical === null ? [] : resourceChanges(workload, advice).filter(isOutsideTolerance);
  const podsBefore = currentReplicas(workload);
  const podsAfter = (record.horizontal === null ? null : advice.replicas) ?? podsBefore;
  const scaled = podsBefore !== null && podsAfter !== null && !withinTolerance(podsBefore, podsAfter);
  if (resized.length === 0 && !scaled) return { type: 'noChange', label: 'No change' };
  if (resized.length === 0) return byPods((podsAfter ?? 0) - (podsBefore ?? 0));
  const costBefore = times(shareCost(podRequest(workload.containers), settings), podsBefore);
  const costAfter = times(shareCost(advisedPodRequest(workload, advice), settings), podsAfter);
  const change = minus(costAfter, costBefore);
  if (change === null || costBefore === null || resized.some(({ current }) => current === null)) {
    return { type: 'upDelta', label: 'Set requests' };
  }
  const percent = costBefore > 0 ? Math.round((change / costBefore) * 100) : 0;
  // A change of the resource that does not decide the cost is still a change; then the label names the resource.
  return percent === 0 ? byResource(resized, change) : delta(change, `${signed(percent)}%`);
}

type Change = { readonly resource: 'CPU' | 'Memory'; readonly current: number | null; readonly advised: number };

function resourceChanges(workload: Workload, advice: Advice): readonly Change[] {
  const advised = new Map(advice.containers.map((container) => [container.name, container]));
  return workload.containers.flatMap(({ name, cpuRequest, memoryRequest }) => {
    const { cpu = null, memory = null } = advised.get(name) ?? {};
    return [
      ...(cpu === null ? [] : [{ resource: 'CPU' as const, current: cpuRequest, advised: cpu }]),
      ...(memory === null ? [] : [{ resource: 'Memory' as const, current: memoryRequest, advised: memory }]),
    ];
  });
}

const isOutsideTolerance = ({ current, advised }: Change): boolean =>
  current === null || !withinTolerance(current, advised);

const relative = ({ current, advised }: Change): number =>
  current === null || current === 0 ? 0 : advised / current - 1;

function byResource(changes: readonly Change[], costChange: number): Recommendation {
  const largest = changes.toSorted((a, b) => Math.abs(relative(b)) - Math.abs(relative(a)))[0];
  const share = largest === undefined ? 0 : relative(largest);
  return delta(
    costChange === 0 ? share : costChange,
    `${largest?.resource ?? 'CPU'} ${signed(Math.round(share * 100))}%`,
  );
}

const byPods = (pods: number): Recommendation =>
  delta(pods, `${signed(pods)} ${Math.abs(pods) === 1 ? 'pod' : 'pods'}`);

const delta = (sign: number, label: string): Recommendation => ({ type: sign > 0 ? 'upDelta' : 'downDelta', label });

const signed = (whole: number): string => (whole > 0 ? `+${whole}` : String(whole));
