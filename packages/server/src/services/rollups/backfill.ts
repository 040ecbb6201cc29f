import { dayMs, hourMs, minuteMs, type NodeSettings, targetKey, workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../get-or-insert.ts';
import type { Hold, TargetRecord, Workload, WorkloadHistory } from '../../ports/index.ts';
import { pause } from '../event-loop/pause.ts';
import type { UsageHistory } from '../usage-history/usage-history.ts';
import { adviceAt } from './past-advice.ts';
import { between, joined, noAdvice, type PastAdvice, pastHours } from './past-hours.ts';
import type { Covered, Recorder, TargetHours } from './recorder.ts';

/** The length of the history from which advice is computed. */
const adviceHistoryMs = 14 * dayMs;
export const storedDays = 400;
/** An hour's last samples have been scraped and stored this long after its end. */
const settleMs = 2 * minuteMs;
/** Samples that arrive up to a day late are in the usage history after at most an hour, and in the hours after another one. */
const lateMs = dayMs + 2 * hourMs;
/** A gap up to this length gets the current advice. In a longer gap, each day gets its own advice. */
const shortGapMs = 6 * hourMs;
const targetsPerWrite = 100;

export const lastFinishedHour = (now: number): number => Math.floor((now - settleMs) / hourMs) * hourMs;

/** Records the missing hours of one namespace's targets, newest first, as far back as the source reaches. */
export type Backfill = (
  targets: readonly TargetRecord[],
  now: number,
  hold: Hold,
  signal?: AbortSignal,
) => Promise<void>;

type Dependencies = {
  readonly histories: UsageHistory['histories'];
  readonly recorder: Recorder;
  readonly workloads: (namespace: string, signal?: AbortSignal) => Promise<ReadonlyMap<string, Workload>>;
  readonly adviceNow: (record: TargetRecord, signal?: AbortSignal) => Promise<PastAdvice>;
  readonly settings: () => Promise<NodeSettings>;
};

/** In milliseconds, whole hours; `to` is exclusive. */
type HourRange = { readonly from: number; readonly to: number };
type Histories = ReadonlyMap<string, WorkloadHistory>;
type AdviceOn = (target: TargetRecord, history: WorkloadHistory, day: number) => Promise<PastAdvice>;

/** Hours are recorded for targets that are enrolled now, including the time before their enrollment. */
export function createBackfill(deps: Dependencies): Backfill {
  const { recorder, adviceNow } = deps;
  /** Targets for which the source has no data older than the recorded hours. */
  const exhausted = new Set<string>();

  const fillShortGap = async (targets: readonly TargetRecord[], range: HourRange, hold: Hold, signal?: AbortSignal) => {
    // Histories in memory are longer. The hours before the range are completed from them without another query.
    const histories = await deps.histories(targets, { start: range.from, end: range.to }, signal);
    const advice = new Map<string, Promise<PastAdvice>>();
    const adviceOn: AdviceOn = (target) => getOrInsert(advice, workloadKey(target), () => adviceNow(target, signal));
    const again = { from: range.to - lateMs, to: range.from };
    await recordHours(deps, { targets, range, again, histories, adviceOn, hold }, signal);
  };

  return async (targets, now, hold, signal) => {
    const to = lastFinishedHour(now);
    const record = (hours: readonly TargetHours[]) => recorder.record(hours, hold);
    const oldest = Math.floor(to / dayMs) * dayMs - storedDays * dayMs;
    const { unseen, behind, shallow } = planBackfill(targets, await recorder.covered(targets), {
      oldest,
      to,
      exhausted,
    });
    for (const [from, late] of behind) {
      const fill = to - from <= shortGapMs ? fillShortGap : fillLongGap.bind(null, deps);
      await fill(late, { from: Math.max(from, oldest), to }, hold, signal);
      // Also marks the hours of targets without samples as read.
      await record(late.map(({ namespace, name }) => ({ namespace, name, from, to, hours: [] })));
    }
    for (const [end, late] of shallow) await fillLongGap(deps, late, { from: oldest, to: end }, hold, signal);
    if (unseen.length > 0) {
      await fillLongGap(deps, unseen, { from: oldest, to }, hold, signal);
      await record(unseen.map(({ namespace, name }) => ({ namespace, name, from: to, to, hours: [] })));
    }
    for (const target of targets) exhausted.add(targetKey(target));
  };
}

/** Groups targets by what is missing: `behind` lack the newest hours, `shallow` the oldest. */
export function planBackfill(
  targets: readonly TargetRecord[],
  coveredOf: Covered,
  { oldest, to, exhausted }: { readonly oldest: number; readonly to: number; readonly exhausted: ReadonlySet<string> },
) {
  const coveredFrom = (target: TargetRecord) => coveredOf(target)?.coveredFrom ?? Number.NaN;
  const coveredTo = (target: TargetRecord) => coveredOf(target)?.coveredTo ?? Number.NaN;
  const unseen = targets.filter((target) => coveredOf(target) === undefined);
  // A target without recorded hours has NaN here. Every comparison with NaN is false.
  const behind = targets.filter((target) => coveredTo(target) < to);
  const shallow = targets.filter((target) => coveredFrom(target) > oldest && !exhausted.has(targetKey(target)));
  return { unseen, behind: Map.groupBy(behind, coveredTo), shallow: Map.groupBy(shallow, coveredFrom) };
}

/** Reads two weeks at a time, newest first. The advice of each day is computed from the two weeks before it. */
async function fillLongGap(
  deps: Dependencies,
  targets: readonly TargetRecord[],
  { from, to }: HourRange,
  hold: Hold,
  signal?: AbortSignal,
): Promise<void> {
  const workloads = await deps.workloads(targets[0]?.namespace ?? '', signal);
  let end = to;
  let start = Math.max(from, Math.floor((to - 1) / dayMs) * dayMs - adviceHistoryMs + dayMs);
  let current = await deps.histories(targets, { start, end }, signal);
  while (start < end && targets.some((target) => current.has(workloadKey(target)))) {
    const earlier = await deps.histories(targets, { start: start - adviceHistoryMs, end: start }, signal);
    const range = { from: start, to: end };
    const adviceOn = adviceFrom(earlier, workloads);
    await recordHours(deps, { targets, range, histories: current, adviceOn, hold }, signal);
    end = start;
    start = Math.max(from, start - adviceHistoryMs);
    current = earlier;
  }
}

/** The advice that the recommender would have given at the start of each day. */
function adviceFrom(earlier: Histories, workloads: ReadonlyMap<string, Workload>): AdviceOn {
  let joinedFor: { readonly key: string; readonly history: WorkloadHistory } | null = null;
  return async (target, history, day) => {
    const key = workloadKey(target);
    // The four weeks of only one target at a time are joined in memory.
    if (joinedFor?.key !== key) joinedFor = { key, history: joined(earlier.get(key), history) };
    const whole = joinedFor.history;
    if (day * dayMs <= whole.start) return noAdvice;
    return adviceAt(target, workloads.get(key) ?? null, between(whole, day * dayMs - adviceHistoryMs, day * dayMs));
  };
}

type Recording = {
  readonly targets: readonly TargetRecord[];
  readonly range: HourRange;
  /** Hours that are completed if more of their samples have arrived. */
  readonly again?: HourRange;
  readonly histories: Histories;
  readonly adviceOn: AdviceOn;
  readonly hold: Hold;
};

async function recordHours(
  { recorder, settings }: Pick<Dependencies, 'recorder' | 'settings'>,
  { targets, range, again = { from: range.from, to: range.from }, histories, adviceOn, hold }: Recording,
  signal?: AbortSignal,
): Promise<void> {
  const node = await settings();
  for (let offset = 0; offset < targets.length; offset += targetsPerWrite) {
    const batch = [];
    for (const target of targets.slice(offset, offset + targetsPerWrite)) {
      const history = histories.get(workloadKey(target));
      if (history === undefined) {
        batch.push({ namespace: target.namespace, name: target.name, ...range, hours: [] });
        continue;
      }
      const advice = new Map<number, PastAdvice>();
      for (let day = Math.floor(again.from / dayMs); day * dayMs < range.to; day++) {
        advice.set(day, await adviceOn(target, history, day));
        await pause(0, signal);
      }
      const hoursIn = (window: HourRange) => pastHours({ record: target, history, window, settings: node, advice });
      batch.push({ ...hoursIn(range), again: hoursIn(again).hours });
    }
    await recorder.record(batch, hold);
  }
}
