import {
  type ModelMode,
  modelModes,
  type NodeSettings,
  type ResourceName,
  resourceCosts,
  resourceNames,
  roundUpResource,
  type TradeOff,
  yearlyFigure,
} from '@trimtab/core';
import type { Workload, WorkloadHistory } from '../ports/index.ts';
import { type BinnedSeries, binsPerDay } from './bins.ts';
import { explainedAdjustment } from './explanation.ts';
import { type Kill, replayRequest } from './observed-replay.ts';
import { quantile } from './quantile.ts';
import { killsOf } from './recommend.ts';
import type { Recommendation, SettledRequest } from './recommendation.ts';
import { tradeOffNotes } from './trade-off-notes.ts';
import { requestFloor, sizedDays } from './vertical-rules.ts';

/** The inputs of the price of a request: the node, and the pods that have the request; null when unknown. */
export type Price = { readonly settings: NodeSettings; readonly replicas: number | null };

type TradeOffQuestion = {
  readonly history: WorkloadHistory;
  readonly workload: Workload;
  /** One recommendation per mode. A mode without a recommendation is not marked. */
  readonly byMode: ReadonlyMap<ModelMode, Recommendation>;
  readonly price: Price;
};

/**
 * For each suggested request, what other requests would have left unused and how often they would have been exceeded. The
 * request of each mode and the current request are marked. `yieldIfDue` is called between two requests. Source:
 * docs/recommender.md.
 */
export async function tradeOffs(
  { history, workload, byMode, price }: TradeOffQuestion,
  yieldIfDue: () => Promise<void> = async () => undefined,
): Promise<TradeOff['requests']> {
  const requests: TradeOff['requests'][number][] = [];
  for (const { name: container, cpuRequest, memoryRequest } of workload.containers) {
    for (const resource of resourceNames) {
      await yieldIfDue();
      const usage = history.containers.find(({ name }) => name === container)?.[resource];
      const ofModes = modelModes.flatMap((mode) => markOfMode(mode, byMode.get(mode)?.sized, container, resource));
      if (usage === undefined || ofModes.length === 0) continue;
      const current = resource === 'cpu' ? cpuRequest : memoryRequest;
      const marks = current === null || current <= 0 ? ofModes : [currentMark(current), ...ofModes];
      const kills = resource === 'memory' ? killsOf(history, container) : [];
      const curve = tradeOffCurve({ resource, usage, kills, marked: marks.map(({ request }) => request), price });
      const notes = tradeOffNotes(byMode, container, resource);
      if (curve !== null) requests.push({ container, resource, ...curve, marks, notes });
    }
  }
  return requests;
}

type Mark = TradeOff['requests'][number]['marks'][number];

const currentMark = (request: number): Mark => ({ mark: 'current', request, computed: null, reason: null });

function markOfMode(
  mark: ModelMode,
  sized: readonly SettledRequest[] | undefined,
  container: string,
  resource: ResourceName,
): Mark[] {
  const own = sized?.find((one) => one.container === container && one.resource === resource);
  if (own === undefined) return [];
  const { value, computed } = own.suggestion;
  return [{ mark, request: value, computed, reason: reasonOf(own) }];
}

/** Why a request differs from the result of its method; null if it does not. */
function reasonOf({ suggestion, adjustment, settled }: SettledRequest): string | null {
  if (settled.bounds.length > 0) return settled.bounds.join(' ');
  return adjustment === null ? suggestion.clamp : explainedAdjustment(adjustment).reason;
}

type CurveQuestion = {
  readonly resource: ResourceName;
  readonly usage: BinnedSeries;
  readonly kills?: readonly Kill[];
  /** Requests that must be points of the curve. */
  readonly marked: readonly number[];
  readonly price: Price;
};

const minutesPerDay = 1_440;

/** The replays of constant requests on the last 14 days, lowest request first. Null without samples. */
export function tradeOffCurve(question: CurveQuestion): Pick<TradeOff['requests'][number], 'days' | 'points'> | null {
  const { resource, usage, kills, price } = question;
  const replays = candidates(question).flatMap((request) => {
    const replay = replayRequest(usage, request, kills);
    return replay === null ? [] : [{ request, replay }];
  });
  const [first] = replays;
  if (first === undefined) return null;
  return {
    days: first.replay.days,
    points: replays.map(({ request, replay: { slack, timeOver, daysOver } }) => ({
      request,
      slack,
      minutesAbovePerDay: timeOver * minutesPerDay,
      daysAbove: daysOver,
      dollarsUnusedPerYear: yearlyPrice(resource, request * slack, price),
    })),
  };
}

/** The yearly price of an amount of one resource in each pod, as its share of a node. */
function yearlyPrice(resource: ResourceName, amount: number, { settings, replicas }: Price): number | null {
  const onePod = resourceCosts({ cpuCores: amount, memoryBytes: amount }, settings)[resource];
  return onePod === null || replicas === null ? null : yearlyFigure(onePod * replicas);
}

const candidateCount = 40;

/**
 * The candidates run from half of the median to 10 % above the highest sample, each larger than the one before by the
 * same factor. The marked requests are added. A higher request would only leave more unused.
 */
function candidates({ resource, usage, marked }: CurveQuestion): readonly number[] {
  const recent = usage.subarray(-sizedDays * binsPerDay);
  const lowest = Math.max(requestFloor[resource], quantile(recent, 0.5) / 2);
  const highest = 1.1 * Math.max(lowest, quantile(recent, 1));
  const factor = (highest / lowest) ** (1 / (candidateCount - 1));
  const spread = Array.from({ length: candidateCount }, (_, step) =>
    roundUpResource(resource, lowest * factor ** step),
  );
  return [...new Set([...spread, ...marked])].toSorted((a, b) => a - b);
}
