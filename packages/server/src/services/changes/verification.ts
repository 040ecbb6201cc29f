import {
  type Change,
  type ChangeCheck,
  type ChangeFigures,
  dayMs,
  formatCount,
  formatMoneyShort,
  formatWholePercent,
  hourlyCost,
  hourMs,
  type NodeSettings,
  resourceNames,
  yearlyFigure,
} from '@trimtab/core';
import type { MetricsSource, TargetRecord, Window, WorkloadEvents } from '../../ports/index.ts';
import { amounts } from '../costs/cost-response.ts';
import { pastMeans } from '../costs/past-costs.ts';
import type { CostHistory } from '../rollups/cost-history.ts';

/** A comparison needs usage from at least this share of the hours before and after. */
const leastObserved = 0.5;
/** Differences below these are noise. */
const costTolerance = 0.02;
const throttledTolerance = 0.05;
/** If the mean usage changed by more than this factor, the load is not comparable and decides the outcome. */
const comparableLoad = 2;

type Figures = ChangeFigures & { readonly observed: number };
type Sources = {
  readonly history: Pick<CostHistory, 'figures'>;
  readonly metrics: Pick<MetricsSource, 'events'>;
  readonly settings: NodeSettings;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Compares the days before a change with the days after it. The hour of the change and the hour before it count for
 * neither side, because the time of a change may be up to an hour late and these hours contain its rollout. @param
 * others the times of the other changes of the target's resources, in milliseconds
 */
export async function verify(
  change: Change,
  days: number,
  record: TargetRecord | undefined,
  others: readonly number[],
  sources: Sources,
): Promise<ChangeCheck> {
  const at = Date.parse(change.at);
  const due = new Date(at + days * dayMs).toISOString();
  const impossible = (reason: string): ChangeCheck => ({
    state: 'impossible',
    due,
    reason,
    verdict: null,
    before: null,
    after: null,
  });
  if (record === undefined) return impossible('The target is no longer enrolled.');
  const gap = (to: number) => {
    const hours = Math.max(1, Math.round(Math.abs(to - at) / hourMs));
    return hours === 1 ? 'an hour' : `${hours} hours`;
  };
  const next = others.find((other) => other > at && other < at + days * dayMs);
  if (next !== undefined) return impossible(`Requests or limits changed again after ${gap(next)}.`);
  const last = others.find((other) => other < at && other > at - days * dayMs);
  if (last !== undefined) return impossible(`Requests or limits had changed ${gap(last)} before.`);
  const hour = Math.floor(at / hourMs) * hourMs;
  const windows = [
    { start: at - days * dayMs, end: hour - hourMs },
    { start: hour + hourMs, end: at + days * dayMs },
  ] as const;
  const whole = { start: windows[0].start, end: windows[1].end };
  const ask = { signal: sources.signal, history: 'background' } as const;
  const events = (await sources.metrics.events?.(record, whole, ask)) ?? null;
  const [before, after] = await Promise.all([
    figuresOf(record, windows[0], events, sources),
    figuresOf(record, windows[1], events, sources),
  ]);
  const { observed: _before, ...figuresBefore } = before;
  const { observed: _after, ...figuresAfter } = after;
  return { state: 'done', due, ...judge(before, after), before: figuresBefore, after: figuresAfter };
}

async function figuresOf(
  record: TargetRecord,
  window: Window,
  events: WorkloadEvents | null,
  { history, settings, signal }: Sources,
): Promise<Figures> {
  const [means] = await pastMeans(history, [record], window, signal);
  return {
    cpu_usage: means?.used.cpu ?? null,
    memory_usage: means?.used.memory ?? null,
    cpu_requested: means?.requested.cpu ?? null,
    memory_requested: means?.requested.memory ?? null,
    oom_kills: countIn(window, events, 'kills'),
    restarts: countIn(window, events, 'restarts'),
    cpu_throttled: throttledIn(window, events),
    yearly_cost: means === undefined ? null : yearlyFigure(hourlyCost(amounts(means.requested), settings)),
    observed: (means?.usedHours ?? 0) / ((window.end - window.start) / hourMs),
  };
}

const isIn =
  ({ start, end }: Window) =>
  ({ at }: { readonly at: number }): boolean =>
    at >= start && at < end;

/** Null if restarts were not observed since the start of the window. */
function countIn(window: Window, events: WorkloadEvents | null, of: 'kills' | 'restarts'): number | null {
  if (events === null || events.since === null || events.since > window.start + hourMs) return null;
  return events[of].filter(isIn(window)).reduce((sum, { count }) => sum + count, 0);
}

function throttledIn(window: Window, events: WorkloadEvents | null): number | null {
  const hours = events?.throttling.filter(isIn(window)) ?? [];
  const periods = hours.reduce((sum, hour) => sum + hour.periods, 0);
  const isWhole = (hours[0]?.at ?? Number.POSITIVE_INFINITY) <= window.start + hourMs;
  return isWhole && periods > 0 ? hours.reduce((sum, { throttled }) => sum + throttled, 0) / periods : null;
}

/** The verdict on a change, with its figures in one sentence. */
export function judge(before: Figures, after: Figures): Pick<ChangeCheck, 'verdict' | 'sentence'> {
  const observed = Math.min(before.observed, after.observed);
  if (observed < leastObserved) {
    const when = before.observed < after.observed ? 'before' : 'after';
    return {
      verdict: 'unclear',
      sentence: `Usage was observed in only ${formatWholePercent(observed)} of the time ${when} the change.`,
    };
  }
  const parts = [
    ...countPart(before.oom_kills, after.oom_kills, 'out-of-memory kill', 0),
    ...countPart(otherRestarts(before), otherRestarts(after), 'other restart', 1),
    ...throttledPart(before.cpu_throttled, after.cpu_throttled),
    ...excessPart(before, after),
    ...costPart(before.yearly_cost, after.yearly_cost),
  ];
  const load = loadPart(before, after);
  const quiet = [before, after].every(({ oom_kills, restarts }) => oom_kills === 0 && restarts === 0);
  const texts = [
    ...(quiet ? ['no out-of-memory kills or restarts before and after'] : []),
    ...parts.map(({ text }) => text),
    ...costNote(before.yearly_cost, after.yearly_cost, parts.length === 0),
    ...load,
  ];
  const sentence = texts.length === 0 ? 'Nothing could be compared.' : `${capitalized(texts.join(', '))}.`;
  const signs = parts.map(({ sign }) => sign);
  if (load.length > 0) return { verdict: 'unclear', sentence };
  const harm = parts.filter(({ isMoney }) => !isMoney).map(({ sign }) => sign);
  if (harm.includes(-1)) return { verdict: 'worse', sentence };
  if (harm.includes(1) || signs.includes(1)) return { verdict: 'better', sentence };
  const isCompared = quiet || parts.length > 0 || (before.yearly_cost !== null && after.yearly_cost !== null);
  return { verdict: signs.includes(-1) ? 'worse' : isCompared ? 'same' : 'unclear', sentence };
}

/** `sign`: 1 better, -1 worse, 0 neither. */
type Part = { readonly sign: number; readonly text: string; readonly isMoney?: true };

const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** A killed container is also restarted, so do not count kills twice. */
const otherRestarts = ({ restarts, oom_kills: kills }: Figures): number | null =>
  restarts === null ? null : Math.max(0, restarts - (kills ?? 0));

/** A difference up to `noise`, or up to a quarter, does not influence the verdict. */
function countPart(before: number | null, after: number | null, what: string, noise: number): readonly Part[] {
  if (before === null || after === null || (before === 0 && after === 0)) return [];
  const isNoise = Math.abs(after - before) <= Math.max(noise, before / 4);
  const text = `${after === 0 ? 'no' : formatCount(after)} ${what}${after === 1 ? '' : 's'}`;
  return [
    {
      sign: isNoise ? 0 : Math.sign(before - after),
      text: `${text} (${before === 0 ? 'none' : formatCount(before)} before)`,
    },
  ];
}

function throttledPart(before: number | null, after: number | null): readonly Part[] {
  if (before === null || after === null || Math.abs(after - before) < throttledTolerance) return [];
  const text = `CPU throttled ${formatWholePercent(after)} of the time (${formatWholePercent(before)} before)`;
  return [{ sign: Math.sign(before - after), text }];
}

/** Mean usage above the requests: the workload uses resources that it has not reserved. */
function excessPart(before: Figures, after: Figures): readonly Part[] {
  return resourceNames.flatMap((resource) => {
    const isOver = (figures: Figures) => {
      const [used, requested] = [figures[`${resource}_usage`], figures[`${resource}_requested`]];
      return used === null || requested === null ? null : used > requested;
    };
    const [was, is] = [isOver(before), isOver(after)];
    if (was === null || is === null || was === is) return [];
    const name = resource === 'cpu' ? 'CPU' : 'memory';
    return [{ sign: is ? -1 : 1, text: `mean ${name} usage is ${is ? 'now above' : 'no longer above'} the requests` }];
  });
}

function costPart(before: number | null, after: number | null): readonly Part[] {
  if (before === null || after === null || Math.abs(after - before) <= costTolerance * before) return [];
  const text = `costs ${formatMoneyShort(Math.abs(after - before))} a year ${after > before ? 'more' : 'less'}`;
  return [{ sign: Math.sign(before - after), text, isMoney: true }];
}

/** Says that the costs are equal if there is nothing else to say, or which of them is unknown. */
function costNote(before: number | null, after: number | null, isAlone: boolean): readonly string[] {
  if (before !== null && after !== null) return isAlone ? ['costs the same'] : [];
  if (before === null && after === null) return [];
  return [`the cost ${before === null ? 'before' : 'after'} is unknown`];
}

function loadPart(before: Figures, after: Figures): readonly string[] {
  if (before.cpu_usage === null || after.cpu_usage === null || before.cpu_usage === 0) return [];
  const factor = after.cpu_usage / before.cpu_usage;
  if (factor <= comparableLoad && factor >= 1 / comparableLoad) return [];
  return [`but CPU usage was ${formatWholePercent(factor)} of that before`];
}
