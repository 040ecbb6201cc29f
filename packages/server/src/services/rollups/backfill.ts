import { dayMs, defaultNodeSettings, hourMs, minuteMs } from '@trimtab/core';
import type { HistorySource, RollupTarget, TargetRecord, Workload, WorkloadHistory } from '../../ports/index.ts';
import { pause } from '../event-loop/pause.ts';
import { workloadKey } from '../sources/workload-key.ts';
import { adviceAt } from './past-advice.ts';
import { between, joined, noAdvice, type PastAdvice, pastHours } from './past-hours.ts';
import { type Recorder, rollupKey } from './recorder.ts';

/** What a suggestion is learned from. */
const learnedFromMs = 14 * dayMs;
export const keptDays = 400;
/** After so long, an hour's last samples have been scraped and stored. */
const settleMs = 2 * minuteMs;
/** So few hours get the advice of now; more of them get that of their own days. */
const shortGapMs = 6 * hourMs;
const targetsPerWrite = 100;

export const lastFinishedHour = (now: number): number => Math.floor((now - settleMs) / hourMs) * hourMs;

export type Backfill = {
  /** Records what is missing of the targets of one namespace, newest first, as far back as the source reaches. */
  namespace(targets: readonly TargetRecord[], now: number, signal?: AbortSignal): Promise<void>;
};

type Dependencies = {
  readonly source: HistorySource;
  readonly recorder: Recorder;
  readonly workloads: (namespace: string, signal?: AbortSignal) => Promise<readonly Workload[]>;
  readonly adviceNow: (record: TargetRecord, signal?: AbortSignal) => Promise<PastAdvice>;
  readonly settings: () => Promise<typeof defaultNodeSettings>;
};

/** An hour belongs to who was enrolled when it was recorded; of a new target, the time before counts as well. */
export function createBackfill({ source, recorder, workloads, adviceNow, settings }: Dependencies): Backfill {
  /** Targets whose source has nothing before what was recorded. */
  const deepened = new Set<string>();

  const ask = async (namespace: string, from: number, to: number, signal: AbortSignal | undefined) => {
    const window = { start: from, end: to };
    const { items } = await source.history({ namespaces: [namespace] }, window, signal === undefined ? {} : { signal });
    return new Map(items.map((item) => [workloadKey(item), item]));
  };

  const record = async (asked: {
    readonly targets: readonly TargetRecord[];
    readonly window: { readonly from: number; readonly to: number };
    readonly histories: ReadonlyMap<string, WorkloadHistory>;
    readonly adviceAt: (record: TargetRecord, history: WorkloadHistory, day: number) => Promise<PastAdvice>;
    readonly signal: AbortSignal | undefined;
  }) => {
    const { targets, window, histories, signal } = asked;
    const node = await settings();
    for (let offset = 0; offset < targets.length; offset += targetsPerWrite) {
      const batch = [];
      for (const target of targets.slice(offset, offset + targetsPerWrite)) {
        const history = histories.get(workloadKey(target));
        const identity = { namespace: target.namespace, name: target.name };
        if (history === undefined) batch.push({ ...identity, ...window, hours: [] });
        else {
          const advice = new Map<number, PastAdvice>();
          for (let day = Math.floor(window.from / dayMs); day * dayMs < window.to; day++) {
            advice.set(day, await asked.adviceAt(target, history, day));
            await pause(0, signal);
          }
          batch.push(pastHours({ record: target, history, window, settings: node, advice }));
        }
      }
      await recorder.record(batch);
    }
  };

  const shortGap = async (
    targets: readonly TargetRecord[],
    window: { readonly from: number; readonly to: number },
    signal: AbortSignal | undefined,
  ) => {
    const namespace = targets[0]?.namespace ?? '';
    const histories = await ask(namespace, window.from, window.to, signal);
    await record({ targets, window, histories, adviceAt: (target) => adviceNow(target, signal), signal });
  };

  /** Two weeks at a time, newest first; the two weeks before are what their advice is learned from. */
  const longGap = async (
    targets: readonly TargetRecord[],
    { from, to }: { readonly from: number; readonly to: number },
    signal: AbortSignal | undefined,
  ) => {
    const namespace = targets[0]?.namespace ?? '';
    const running = new Map((await workloads(namespace, signal)).map((one) => [workloadKey(one), one]));
    let end = to;
    let start = Math.max(from, Math.floor((to - 1) / dayMs) * dayMs - learnedFromMs + dayMs);
    let current = await ask(namespace, start, end, signal);
    while (start < end && targets.some((target) => current.has(workloadKey(target)))) {
      const earlier = await ask(namespace, start - learnedFromMs, start, signal);
      const learned = new Map<string, WorkloadHistory>();
      const adviceOn = async (target: TargetRecord, history: WorkloadHistory, day: number) => {
        const key = workloadKey(target);
        if (!learned.has(key)) {
          // One target at a time has its four weeks joined.
          learned.clear();
          learned.set(key, joined(earlier.get(key), history));
        }
        const whole = learned.get(key) ?? history;
        if (day * dayMs <= whole.start) return noAdvice;
        return adviceAt(target, running.get(key) ?? null, between(whole, day * dayMs - learnedFromMs, day * dayMs));
      };
      await record({ targets, window: { from: start, to: end }, histories: current, adviceAt: adviceOn, signal });
      end = start;
      start = Math.max(from, start - learnedFromMs);
      current = earlier;
    }
  };

  return {
    async namespace(targets, now, signal) {
      const to = lastFinishedHour(now);
      const oldest = Math.floor(to / dayMs) * dayMs - keptDays * dayMs;
      const known = await recorder.targets();
      const unseen: TargetRecord[] = [];
      const behind = new Map<number, TargetRecord[]>();
      const shallow = new Map<number, TargetRecord[]>();
      for (const target of targets) {
        const covered = known.get(rollupKey(target));
        if (covered === undefined) unseen.push(target);
        else {
          if (covered.coveredTo < to) append(behind, covered.coveredTo, target);
          if (isShallow(covered, oldest) && !deepened.has(rollupKey(target)))
            append(shallow, covered.coveredFrom, target);
        }
      }
      for (const [from, late] of behind) {
        await (to - from <= shortGapMs ? shortGap : longGap)(late, { from: Math.max(from, oldest), to }, signal);
        // Also what had no sample at all was looked at.
        await recorder.record(late.map(({ namespace, name }) => ({ namespace, name, from, to, hours: [] })));
      }
      for (const [end, late] of shallow) await longGap(late, { from: oldest, to: end }, signal);
      if (unseen.length > 0) {
        await longGap(unseen, { from: oldest, to }, signal);
        await recorder.record(unseen.map(({ namespace, name }) => ({ namespace, name, from: to, to, hours: [] })));
      }
      for (const target of targets) deepened.add(rollupKey(target));
    },
  };
}

const isShallow = ({ coveredFrom }: RollupTarget, oldest: number): boolean => coveredFrom > oldest;

function append<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [value]);
  else known.push(value);
}
