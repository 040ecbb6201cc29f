import type { ModelMode } from '@trimtab/core';
import { binsPerDay } from '../../packages/server/src/recommender/bins.ts';
import type { forecast } from '../../packages/server/src/recommender/forecast.ts';
import { quantile } from '../../packages/server/src/recommender/quantile.ts';
import { reactiveReplicas, replicaFloor, suggestReplicas } from '../../packages/server/src/recommender/replicas.ts';
import { print } from './print.ts';
import { minutes, type Trace } from './traces.ts';
import { walkedForecasts } from './walked-forecasts.ts';

const minutesPerDay = 1440;
const podsReadyAfter = 2;
const plannedUtilization = 0.7;
const stabilizationMinutes = 5;
/** The server has the samples of five minutes this long after their end. */
const delayMinutes = 1;
const historyBins = 14 * binsPerDay;
const ceil = (value: number): number => Math.ceil(value - 1e-9);

type Load = {
  readonly minutes: Float64Array;
  /** The means of five minutes: the samples that the server has. */
  readonly bins: Float64Array;
  /** The forecasts that the server would make from the bins before a bin. */
  readonly forecastAt: (bin: number) => typeof forecast;
  /** The minute from which the run is scored. */
  readonly warmUp: number;
  readonly perPod: number;
};

/** The replicas that a policy sets or, with an autoscaler, its minimum. They depend only on the bins before `bin`. */
type Plan = { readonly everyBins: number; readonly replicas: (load: Load, bin: number, now: number) => number };

/** `target`: the utilization of the autoscaler; null without one. */
type Policy = { readonly target: number | null; readonly plan: Plan | null };

const yesterday: Plan = {
  everyBins: 1,
  replicas: ({ minutes: load, perPod }, bin) => {
    const from = (bin - binsPerDay) * 5;
    return from < 0 ? 0 : ceil(Math.max(...load.subarray(from, from + 10)) / (perPod * plannedUtilization));
  },
};

const known = ({ bins }: Load, bin: number): Float64Array => bins.subarray(Math.max(0, bin - historyBins), bin);

/** The product's minimum for an autoscaler. */
const floorOf = (mode: ModelMode, everyBins: number): Plan => ({
  everyBins,
  replicas: (load, bin) => {
    const hpa = { target: plannedUtilization, minReplicas: 1, maxReplicas: Number.POSITIVE_INFINITY };
    const question = { mode, usage: known(load, bin), requestPerPod: load.perPod, hpa };
    return replicaFloor(question, load.forecastAt(bin))?.replicas ?? 0;
  },
});

/** The product's suggestion without an autoscaler. */
const suggestionOf = (mode: ModelMode, everyBins: number): Plan => ({
  everyBins,
  replicas: (load, bin, currentReplicas) => {
    const question = { mode, usage: known(load, bin), requestPerPod: load.perPod, currentReplicas, hpa: null };
    return suggestReplicas(question, load.forecastAt(bin))?.suggested ?? currentReplicas;
  },
});

const modes: readonly ModelMode[] = ['cost_savings', 'balanced', 'max_assurance'];
const policies: Record<string, Policy> = {
  ...Object.fromEntries(
    [0.75, 0.7, 0.65, 0.6, 0.5].map((target) => [`hpa_${Math.round(100 * target)}`, { target, plan: null }]),
  ),
  'hpa_70+yesterday': { target: 0.7, plan: yesterday },
  ...Object.fromEntries(modes.map((mode) => [`hpa_70+${mode}`, { target: 0.7, plan: floorOf(mode, 1) }])),
  'hpa_70+balanced, hourly': { target: 0.7, plan: floorOf('balanced', 12) },
  ...Object.fromEntries(modes.map((mode) => [`${mode}, hourly`, { target: null, plan: suggestionOf(mode, 12) }])),
};

/** The pods of a workload: new ones are ready after two minutes, and the youngest are removed first. */
function createPods(replicas: number) {
  let [wanted, running] = [replicas, replicas];
  let starting: { at: number; count: number }[] = [];
  return {
    wanted: (): number => wanted,
    ready(minute: number): number {
      running += starting.filter(({ at }) => at <= minute).reduce((sum, { count }) => sum + count, 0);
      starting = starting.filter(({ at }) => at > minute);
      return running;
    },
    scale(next: number, minute: number): void {
      if (next > wanted) starting.push({ at: minute + podsReadyAfter, count: next - wanted });
      let surplus = Math.max(0, wanted - next);
      while (surplus > 0) {
        const youngest = starting.pop();
        if (youngest === undefined) break;
        const removed = Math.min(youngest.count, surplus);
        surplus -= removed;
        if (youngest.count > removed) starting.push({ at: youngest.at, count: youngest.count - removed });
      }
      running -= surplus;
      wanted = next;
    },
  };
}

/** Runs a policy with a load. Returns the ready replicas of each minute and the number of changes. */
function simulate(load: Load, { target, plan }: Policy): { ready: Int32Array; changes: number } {
  const { minutes: usage, perPod, warmUp } = load;
  const ready = new Int32Array(usage.length);
  const pods = createPods(Math.max(1, Math.ceil((usage[0] ?? 0) / (perPod * (target ?? plannedUtilization)))));
  let changes = 0;
  let planned = 0;
  let wishes: { at: number; replicas: number }[] = [];
  for (let minute = 0; minute < usage.length; minute++) {
    pods.ready(minute);
    const now = pods.wanted();
    // A run is scored from `warmUp` on. The hour before it is enough for the pods to follow the plan.
    const bin = (minute - delayMinutes) / 5;
    if (plan !== null && minute >= warmUp - 60 && bin % plan.everyBins === 0) planned = plan.replicas(load, bin, now);
    if (minute > 0) {
      const reactive = target === null ? 0 : reactiveReplicas(usage[minute - 1] ?? 0, perPod, target, now);
      const wanted = Math.max(reactive, planned, target === null && planned === 0 ? now : 1);
      wishes = [...wishes, { at: minute, replicas: wanted }].filter(({ at }) => at > minute - stabilizationMinutes);
      const agreed = target === null ? wanted : Math.max(...wishes.map(({ replicas }) => replicas));
      const next = wanted > now ? wanted : Math.min(agreed, now);
      if (next !== now) changes++;
      pods.scale(next, minute);
    }
    ready[minute] = pods.ready(minute);
  }
  return { ready, changes };
}

type Scores = { under: number; saturated: number; over: number; cost: number; changes: number };

function scoreRun(
  { minutes: load, perPod, warmUp }: Load,
  run: { readonly ready: Int32Array; readonly changes: number },
): Scores {
  let under = 0;
  let saturated = 0;
  let over = 0;
  let needed = 0;
  let held = 0;
  for (let minute = warmUp; minute < load.length; minute++) {
    const x = load[minute] ?? 0;
    const r = run.ready[minute] ?? 0;
    const need = ceil(x / (plannedUtilization * perPod));
    if (x > 1.1 * plannedUtilization * perPod * r) under++;
    if (x > perPod * r) saturated++;
    over += Math.max(r - need, 0);
    needed += need;
    held += r;
  }
  const count = load.length - warmUp;
  return {
    under: under / count,
    saturated: saturated / count,
    over: over / needed,
    cost: held / needed,
    changes: run.changes / (load.length / minutesPerDay),
  };
}

const fromFiveMinutes = /^(pool|azure|google2019|nab_Twitter|nab_elb|nab_cpu|nab_grok)/;

export function printReplicas(traces: readonly Trace[], resolution: 'native' | 'interp'): void {
  const chosen = traces.filter(({ name, stepSeconds }) =>
    resolution === 'native' ? stepSeconds === 60 : stepSeconds === 300 && fromFiveMinutes.test(name),
  );
  print(`\n## horizontal ${resolution === 'native' ? 'native 1-min' : 'from 5-min'}: ${chosen.length} series`);
  print(
    'policy                    under% (util>77%)  saturated%  over% (replica-h/needed)  replica-h/needed  changes/day',
  );
  const loads = chosen.map(loadOf);
  for (const [name, policy] of Object.entries(policies)) {
    const scores = loads.map((load) => scoreRun(load, simulate(load, policy)));
    const mean = (key: keyof Scores): number => scores.reduce((sum, row) => sum + row[key], 0) / scores.length;
    print(
      `${name.padEnd(25)} ${(100 * mean('under')).toFixed(2).padStart(6)}           ${(100 * mean('saturated')).toFixed(3).padStart(7)}     ${(100 * mean('over')).toFixed(1).padStart(6)}                  ${mean('cost').toFixed(3)}        ${mean('changes').toFixed(0)}`,
    );
  }
}

function loadOf(trace: Trace): Load {
  const load = minutes(trace);
  let warmUp = (load.length >= 28 * minutesPerDay ? 14 : 7) * minutesPerDay;
  if (load.length < warmUp + minutesPerDay) warmUp = 4 * minutesPerDay;
  const bins = Float64Array.from(
    { length: Math.floor(load.length / 5) },
    (_, bin) => load.subarray(bin * 5, bin * 5 + 5).reduce((sum, value) => sum + value, 0) / 5,
  );
  const perPod = Math.max(quantile(load.subarray(0, warmUp), 0.95) / plannedUtilization / 20, 1e-9);
  return { minutes: load, bins, forecastAt: walkedForecasts(bins), warmUp, perPod };
}
