import { binsPerDay } from '../../packages/server/src/recommender/bins.ts';
import { expertGround } from '../../packages/server/src/recommender/forecast-experts.ts';
import { mixExperts } from '../../packages/server/src/recommender/forecast-mix.ts';
import { walkQuantiles } from '../../packages/server/src/recommender/forecast-walk.ts';
import { quantile } from '../../packages/server/src/recommender/quantile.ts';
import { reactiveReplicas, replicaPolicies } from '../../packages/server/src/recommender/replicas.ts';
import { print } from './print.ts';
import { minutes, type Trace } from './traces.ts';

/** Decides the replicas of each minute: a reactive rule, optionally with a planned minimum. */
type Policy = { target: number; plan: 'none' | 'yesterday' | number; scaleInMinutes: number };

const policies: Record<string, Policy> = {
  ...Object.fromEntries(
    [0.75, 0.7, 0.65, 0.6, 0.5].map((target) => [
      `hpa_${Math.round(100 * target)}`,
      { target, plan: 'none', scaleInMinutes: 5 } as const,
    ]),
  ),
  'hpa_70+yesterday': { target: 0.7, plan: 'yesterday', scaleInMinutes: 5 },
  ...Object.fromEntries(
    Object.entries(replicaPolicies).map(([mode, policy]) => [
      `ours_${mode}`,
      { target: policy.reactiveTarget, plan: policy.quantile, scaleInMinutes: Math.max(1, policy.scaleInMinutes) },
    ]),
  ),
};

const minutesPerDay = 1440;
const podsReadyAfter = 2;
const plannedUtilization = 0.7;
const ceil = (value: number): number => Math.ceil(value - 1e-9);

/** Replicas per minute needed for the forecast peak minute of the next two bins. */
function plannedFloor(load: Float64Array, perPod: number, plan: 'yesterday' | number): Float64Array {
  const peaks = Float64Array.from({ length: Math.floor(load.length / 5) }, (_, bin) =>
    Math.max(...load.subarray(bin * 5, bin * 5 + 5)),
  );
  const needed = new Float64Array(peaks.length);
  for (const horizon of [1, 2]) {
    const said =
      plan === 'yesterday'
        ? peaks.map((_, bin) => (bin >= binsPerDay ? (peaks[bin - binsPerDay] ?? 0) : 0))
        : (walkQuantiles(peaks, mixExperts(expertGround(peaks), horizon).values, horizon, [plan])[0] ?? needed);
    for (let bin = 0; bin + horizon - 1 < peaks.length; bin++) {
      needed[bin] = Math.max(needed[bin] ?? 0, said[bin + horizon - 1] || 0);
    }
  }
  return Float64Array.from(load, (_, minute) =>
    ceil((needed[Math.floor(minute / 5)] ?? 0) / (perPod * plannedUtilization)),
  );
}

/** Runs the rule over a load. Returns the ready replicas of each minute and the number of changes. */
function simulate(
  load: Float64Array,
  perPod: number,
  policy: Policy,
  floor: Float64Array | null,
): { ready: Int32Array; changes: number } {
  const ready = new Int32Array(load.length);
  let replicas = Math.max(1, Math.ceil((load[0] ?? 0) / (perPod * policy.target)));
  let running = replicas;
  let changes = 0;
  let starting: { at: number; count: number }[] = [];
  let wishes: { at: number; replicas: number }[] = [];
  for (let minute = 0; minute < load.length; minute++) {
    running += starting.filter(({ at }) => at <= minute).reduce((sum, { count }) => sum + count, 0);
    starting = starting.filter(({ at }) => at > minute);
    if (minute > 0) {
      const reactive = reactiveReplicas(load[minute - 1] ?? 0, perPod, policy.target, replicas);
      const wanted = Math.max(reactive, floor?.[minute] ?? 0, 1);
      wishes = [...wishes, { at: minute, replicas: wanted }].filter(({ at }) => at > minute - policy.scaleInMinutes);
      const agreed = policy.scaleInMinutes > 1 ? Math.max(...wishes.map((wish) => wish.replicas)) : wanted;
      const next = wanted > replicas ? wanted : agreed < replicas ? agreed : replicas;
      if (next !== replicas) changes++;
      if (next > replicas) starting.push({ at: minute + podsReadyAfter, count: next - replicas });
      let surplus = Math.max(0, replicas - next);
      while (surplus > 0 && starting.length > 0) {
        const youngest = starting.pop();
        if (!youngest) break;
        const removed = Math.min(youngest.count, surplus);
        surplus -= removed;
        if (youngest.count > removed) starting.push({ at: youngest.at, count: youngest.count - removed });
      }
      running -= surplus;
      replicas = next;
    }
    ready[minute] = running;
  }
  return { ready, changes };
}

type Scores = { under: number; saturated: number; over: number; cost: number; changes: number };

function scoreRun(
  load: Float64Array,
  perPod: number,
  run: { ready: Int32Array; changes: number },
  warmUp: number,
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
  print('policy               under% (util>77%)  saturated%  over% (replica-h/needed)  replica-h/needed  changes/day');
  const loads = chosen.map((trace) => {
    const load = minutes(trace);
    let warmUp = (load.length >= 28 * minutesPerDay ? 14 : 7) * minutesPerDay;
    if (load.length < warmUp + minutesPerDay) warmUp = 4 * minutesPerDay;
    return { load, warmUp, perPod: Math.max(quantile(load.subarray(0, warmUp), 0.95) / plannedUtilization / 20, 1e-9) };
  });
  for (const [name, policy] of Object.entries(policies)) {
    const scores = loads.map(({ load, warmUp, perPod }) => {
      const floor = policy.plan === 'none' ? null : plannedFloor(load, perPod, policy.plan);
      return scoreRun(load, perPod, simulate(load, perPod, policy, floor), warmUp);
    });
    const mean = (key: keyof Scores): number => scores.reduce((sum, row) => sum + row[key], 0) / scores.length;
    print(
      `${name.padEnd(20)} ${(100 * mean('under')).toFixed(2).padStart(6)}           ${(100 * mean('saturated')).toFixed(3).padStart(7)}     ${(100 * mean('over')).toFixed(1).padStart(6)}                  ${mean('cost').toFixed(3)}        ${mean('changes').toFixed(0)}`,
    );
  }
}
