import { dayMs, hourMs, type ObservedFigure, type Reliability, workloadKey } from '@trimtab/core';
import { iso } from '../../iso.ts';
import {
  type AppDeps,
  DomainError,
  fromSource,
  type RequestContext,
  SourceError,
  type TargetRecord,
  type Workload,
  type WorkloadEvents,
  type WorkloadHistory,
} from '../../ports/index.ts';
import { binMs } from '../../recommender/bins.ts';
import { leastComparedHours, memoryGrowth } from '../../recommender/memory-leak.ts';
import { inTurn } from '../event-loop/in-turn.ts';
import { newestUsage } from '../metrics/metric-series-reader.ts';
import type { Sources } from '../sources/sources.ts';
import type { UsageHistory } from '../usage-history/usage-history.ts';
import { eventsOf, limitsOf } from './event-list.ts';

const weekMs = 7 * dayMs;
const eventsMs = 14 * dayMs;
/** An hour with less throttling is not an occurrence. */
const leastThrottled = 0.01;
/** Restart counters are read once an hour. If the first value is later than this, the window is not covered. */
const covered = hourMs;

/** The answer of a source, or a sentence that says why there is none. */
type Answer<T> = T | string;

/** How reliably the pods of a target ran in the last week. Each unknown figure has its own reason. */
export function createReliability(
  { clock }: Pick<AppDeps, 'clock'>,
  sources: Sources,
  usageHistory: UsageHistory | null,
) {
  return async (record: TargetRecord, workload: Workload | null, context: RequestContext): Promise<Reliability> => {
    const end = clock.now();
    const [events, usage] = await Promise.all([
      orProblem(async () => {
        const answer = await sources.events(record, eventsMs, context);
        if (answer === null) throw new SourceError('The metrics source does not report restarts.');
        return answer;
      }),
      orProblem(async () => {
        const { targets } = await newestUsage(usageHistory, record.namespace, [record]);
        const found = targets.get(workloadKey(record));
        if (found === undefined) throw new SourceError('There are no samples of its usage.');
        return found.history();
      }),
    ]);
    return inTurn(() => reliabilityOf({ record, workload, events, usage, end }));
  };
}

async function orProblem<T>(read: () => Promise<T>): Promise<Answer<T>> {
  try {
    return await fromSource('metrics', read());
  } catch (error) {
    if (error instanceof DomainError) return error.messages.slice(1).join(' ') || error.message;
    throw error;
  }
}

type Known = {
  readonly record: TargetRecord;
  readonly workload: Workload | null;
  readonly events: Answer<WorkloadEvents>;
  readonly usage: Answer<WorkloadHistory>;
  readonly end: number;
};

function reliabilityOf({ record, workload, events, usage, end }: Known): Reliability {
  const start = end - weekMs;
  const known = typeof events === 'string' ? null : events;
  const listed = eventsOf(known);
  const incomplete = [...listed.problems, ...(typeof events === 'string' ? [events] : [])];
  return {
    namespace: record.namespace,
    name: record.name,
    created: iso(end),
    window: { start: iso(start), end: iso(end) },
    oomKills: countFigure(events, 'kills', start),
    restarts: countFigure(events, 'restarts', start),
    throttling: throttlingFigure(events, start),
    cpuAbove: aboveFigure(usage, 'cpu', start),
    memoryAbove: aboveFigure(usage, 'memory', start),
    memoryOfLimit: ofLimitFigure(usage, workload, start),
    leak: leakOf(usage, workload, known, start),
    eventsSince: known === null || known.since === null ? null : iso(known.since),
    events: listed.events,
    limits: limitsOf(known, workload),
    ...(incomplete.length > 0 ? { incomplete } : {}),
  };
}

const unknownFigure = (reason: string): ObservedFigure => ({ value: null, last: null, since: null, unknown: reason });
const figureOf = (value: number, last: number | undefined, since: number): ObservedFigure => ({
  value,
  last: last === undefined ? null : iso(last),
  since: iso(since),
  unknown: null,
});

function countFigure(events: Answer<WorkloadEvents>, of: 'kills' | 'restarts', start: number): ObservedFigure {
  if (typeof events === 'string') return unknownFigure(events);
  if (events.since === null) return unknownFigure('The metrics source has no restart counters of its pods.');
  const inWindow = events[of].filter(({ at }) => at >= start);
  const since = events.since <= start + covered ? start : events.since;
  return figureOf(
    inWindow.reduce((sum, { count }) => sum + count, 0),
    inWindow.at(-1)?.at,
    since,
  );
}

function throttlingFigure(events: Answer<WorkloadEvents>, start: number): ObservedFigure {
  if (typeof events === 'string') return unknownFigure(events);
  const hours = events.throttling.filter(({ at, periods }) => at >= start - covered && periods > 0);
  const [first] = hours;
  if (first === undefined)
    return unknownFigure('cAdvisor reports no throttling, as for containers without a CPU limit.');
  const sum = (read: (hour: (typeof hours)[number]) => number) => hours.reduce((total, hour) => total + read(hour), 0);
  const share = sum(({ throttled }) => throttled) / sum(({ periods }) => periods);
  const last = hours.findLast(({ periods, throttled }) => throttled / periods >= leastThrottled);
  return figureOf(share, last?.at, first.at <= start + covered ? start : first.at);
}

/** The bins of a history from `start` on. */
const binsSince = ({ start: first }: WorkloadHistory, start: number): number =>
  Math.max(0, Math.ceil((start - first) / binMs));

/** The minutes of an average day in which all pods together used more than they requested at the time. */
function aboveFigure(usage: Answer<WorkloadHistory>, resource: 'cpu' | 'memory', start: number): ObservedFigure {
  if (typeof usage === 'string') return unknownFigure(usage);
  const used = usage.total[resource];
  const requested = usage.requested[resource];
  const timeOf = (bin: number) => usage.start + bin * binMs;
  let [first, last, known, above]: [number | undefined, number | undefined, number, number] = [
    undefined,
    undefined,
    0,
    0,
  ];
  for (let bin = binsSince(usage, start); bin < used.length; bin++) {
    const over = (used[bin] ?? Number.NaN) - (requested[bin] ?? Number.NaN);
    if (Number.isNaN(over)) continue;
    first ??= bin;
    known += 1;
    if (over <= 0) continue;
    above += 1;
    last = bin;
  }
  if (first === undefined)
    return unknownFigure('A container has no request, or the usage or the requests are unknown.');
  const since = timeOf(first) <= start + covered ? start : timeOf(first);
  return figureOf((above / known) * (dayMs / 60_000), last === undefined ? undefined : timeOf(last), since);
}

const memoryLimitOf = (workload: Workload | null, container: string): number | null =>
  workload?.containers.find(({ name }) => name === container)?.limits?.memory ?? null;

function ofLimitFigure(usage: Answer<WorkloadHistory>, workload: Workload | null, start: number): ObservedFigure {
  if (typeof usage === 'string') return unknownFigure(usage);
  const from = binsSince(usage, start);
  let highest: { share: number; bin: number } | null = null;
  let first = Number.POSITIVE_INFINITY;
  for (const { name, memory } of usage.containers) {
    const limit = memoryLimitOf(workload, name);
    if (limit === null) continue;
    for (let bin = from; bin < memory.length; bin++) {
      const share = (memory[bin] ?? Number.NaN) / limit;
      if (Number.isNaN(share)) continue;
      first = Math.min(first, bin);
      if (highest === null || share > highest.share) highest = { share, bin };
    }
  }
  if (highest === null) return unknownFigure('No container has a memory limit and samples.');
  const since = usage.start + first * binMs;
  return figureOf(highest.share, usage.start + highest.bin * binMs, since <= start + covered ? start : since);
}

const noLeak = { container: null, bytesPerDay: null, hoursToLimit: null };

/** The container whose memory reaches its limit first. */
function leakOf(
  usage: Answer<WorkloadHistory>,
  workload: Workload | null,
  events: WorkloadEvents | null,
  start: number,
): Reliability['leak'] {
  if (typeof usage === 'string') return { isSeen: null, ...noLeak, unknown: usage };
  const from = binsSince(usage, start);
  const binOf = ({ at }: { readonly at: number }) => Math.floor((at - usage.start) / binMs) - from;
  const judged = usage.containers.map(({ name, memory }) => {
    const resets = [
      ...(events?.deployments ?? []),
      ...(events?.restarts ?? []).filter(({ container }) => container === name),
    ];
    const growth = memoryGrowth(memory.subarray(from), resets.map(binOf));
    return { name, growth };
  });
  const leaks = judged.flatMap(({ name: container, growth }) => {
    if (growth == null) return [];
    const { bytesPerDay, newest } = growth;
    const limit = memoryLimitOf(workload, container);
    const hoursToLimit = limit === null ? null : Math.max(0, (24 * (limit - newest)) / bytesPerDay);
    return [{ container, bytesPerDay, hoursToLimit }];
  });
  const [soonest] = leaks.toSorted((a, b) => (a.hoursToLimit ?? Infinity) - (b.hoursToLimit ?? Infinity));
  if (soonest !== undefined) return { isSeen: true, ...soonest, unknown: null };
  return judged.length > 0 && judged.every(({ growth }) => growth === null)
    ? { isSeen: false, ...noLeak, unknown: null }
    : {
        isSeen: null,
        ...noLeak,
        unknown: `At least ${leastComparedHours} hours must be comparable with the day before, without a restart or deployment in between.`,
      };
}
