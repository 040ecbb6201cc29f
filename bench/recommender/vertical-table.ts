import type { ResourceName } from '@trimtab/core';
import { binsPerDay, binsPerHour } from '../../packages/server/src/recommender/bins.ts';
import { quantile, quantileOfSorted } from '../../packages/server/src/recommender/quantile.ts';
import { requestFloor } from '../../packages/server/src/recommender/vertical-rules.ts';
import { print } from './print.ts';
import { fiveMinutes, type Trace, warmUpDays } from './traces.ts';
import {
  autopilot,
  castLike,
  crane,
  type Hourly,
  krr,
  ours,
  peakOfWeek,
  type Recommender,
  vpa,
} from './vertical-recommenders.ts';

const recommenderList: Record<string, Recommender> = {
  vpa,
  krr: krr(0.95),
  krr_p99: krr(0.99),
  autopilot_mw: autopilot,
  crane,
  castai: castLike,
  peak7: peakOfWeek,
  ours_cost_savings: ours('cost_savings'),
  ours_balanced: ours('balanced'),
  ours_max_assurance: ours('max_assurance'),
};

/** The recommenders of others. */
export const baselines = Object.keys(recommenderList).filter((name) => !name.startsWith('ours'));

/** The same recommenders with only the last day as history. */
const withOneDay: Record<string, Recommender> = {
  cost_savings_1d: ours('cost_savings', 1),
  balanced_1d: ours('balanced', 1),
  max_assurance_1d: ours('max_assurance', 1),
};

const repeatHours = (hourly: Float64Array): Float64Array =>
  Float64Array.from({ length: hourly.length * binsPerHour }, (_, bin) => hourly[Math.floor(bin / binsPerHour)] ?? 0);

/** Applies each recommender's value of midnight for the following day. */
function appliedDaily({ target }: Hourly, resource: ResourceName): Float64Array {
  const applied = new Float64Array(target.length);
  for (let hour = 0; hour < target.length; hour++) {
    applied[hour] = hour % 24 === 0 ? Math.max(target[hour] ?? 0, requestFloor[resource]) : (applied[hour - 1] ?? 0);
  }
  return repeatHours(applied);
}

/** Applies values as an updater would: a change of more than 10 % after 12 hours, immediately when outside the bounds. */
function appliedAutomatically(
  usage: Float64Array,
  { target, lower, upper }: Hourly,
  resource: ResourceName,
  warmUpHours: number,
  bumpsAfterKill: boolean,
): { request: Float64Array; changesPerDay: number } {
  const applied = new Float64Array(target.length);
  const floor = requestFloor[resource];
  let current = Math.max(target[warmUpHours] ?? 0, floor);
  let age = 0;
  let changes = 0;
  for (let hour = 0; hour < target.length; hour++) {
    if (hour > warmUpHours) {
      const wanted = Math.max(target[hour] ?? 0, floor);
      age++;
      const outside = (lower && current < (lower[hour] ?? 0)) || (upper && current > (upper[hour] ?? Infinity));
      const lastHour = usage.subarray((hour - 1) * binsPerHour, hour * binsPerHour);
      const killed = resource === 'memory' && bumpsAfterKill && lastHour.some((value) => value > current);
      if (killed) current = Math.max(wanted, current * 1.2);
      else if (Math.abs(wanted / current - 1) > 0.1 && (age >= 12 || outside)) current = wanted;
      else {
        applied[hour] = current;
        continue;
      }
      age = 0;
      changes++;
    }
    applied[hour] = current;
  }
  return { request: repeatHours(applied), changesPerDay: changes / ((target.length - warmUpHours) / 24) };
}

type Score = Record<'slack' | 'slack95' | 'viol' | 'excess' | 'ratio' | 'events30' | 'freeDays', number>;

function score(wholeUsage: Float64Array, wholeRequest: Float64Array, warmUpHours: number): Score {
  const from = warmUpHours * binsPerHour;
  const usage = wholeUsage.subarray(from, wholeRequest.length);
  const request = wholeRequest.subarray(from);
  let slack = 0;
  let over = 0;
  let excess = 0;
  let used = 0;
  let requested = 0;
  let events = 0;
  let lastOver = Number.NEGATIVE_INFINITY;
  for (let bin = 0; bin < usage.length; bin++) {
    const u = usage[bin] ?? 0;
    const r = request[bin] ?? 0;
    slack += Math.max(r - u, 0) / r;
    excess += Math.max(u - r, 0);
    used += u;
    requested += r;
    if (u <= r) continue;
    over++;
    if (bin - lastOver > binsPerHour) events++;
    lastOver = bin;
  }
  const days = Math.floor(usage.length / binsPerDay);
  let slack95 = 0;
  let freeDays = 0;
  for (let day = 0; day < days; day++) {
    const u = usage.subarray(day * binsPerDay, (day + 1) * binsPerDay);
    const r = request.subarray(day * binsPerDay, (day + 1) * binsPerDay);
    const level = quantile(u, 0.95);
    const limit = r.reduce((sum, value) => sum + value, 0) / binsPerDay;
    slack95 += (limit - level) / Math.max(limit, level);
    if (!u.some((value, index) => value > (r[index] ?? 0))) freeDays++;
  }
  return {
    slack: slack / usage.length,
    slack95: slack95 / days,
    viol: over / usage.length,
    excess: excess / used,
    ratio: requested / used,
    events30: (events / usage.length) * binsPerDay * 30,
    freeDays: freeDays / days,
  };
}

export type VerticalRow = { recommender: string; daily: Score; auto: Score & { changesPerDay: number } };

/** Scores of all or the named recommenders, averaged over the traces of one resource. The ratio is a median. */
export function verticalRows(
  traces: readonly Trace[],
  resource: ResourceName,
  only?: readonly string[],
): VerticalRow[] {
  const series = traces.filter(({ kind }) => kind === resource).map(fiveMinutes);
  return Object.entries({ ...recommenderList, ...withOneDay })
    .filter(([name]) => only === undefined || only.includes(name))
    .map(([recommender, recommend]) => ({
      recommender,
      ...averageScores(series, resource, recommend, recommender === 'vpa' || !baselines.includes(recommender)),
    }));
}

export function averageScores(
  series: readonly Float64Array[],
  resource: ResourceName,
  recommend: Recommender,
  bumpsAfterKill: boolean,
): Omit<VerticalRow, 'recommender'> {
  const scores = series.map((usage) => {
    const warmUp = 24 * warmUpDays(usage);
    const hourly = recommend(usage, resource);
    const auto = appliedAutomatically(usage, hourly, resource, warmUp, bumpsAfterKill);
    return {
      daily: score(usage, appliedDaily(hourly, resource), warmUp),
      auto: { ...score(usage, auto.request, warmUp), changesPerDay: auto.changesPerDay },
    };
  });
  return { daily: averaged(scores.map(({ daily }) => daily)), auto: averaged(scores.map(({ auto }) => auto)) };
}

function averaged<Row extends Score>(rows: readonly Row[]): Row {
  const first = rows[0];
  if (!first) throw new Error('There are no series to average.');
  const mean = Object.fromEntries(
    Object.keys(first).map((key) => [
      key,
      rows.reduce((sum, row) => sum + Number(Reflect.get(row, key)), 0) / rows.length,
    ]),
  );
  const ratio = quantileOfSorted(
    rows.map((row) => row.ratio).toSorted((a, b) => a - b),
    0.5,
  );
  return { ...first, ...mean, ratio };
}

const pad = (value: number, digits: number, width: number): string => value.toFixed(digits).padStart(width);

export function printVertical(title: string, rows: readonly VerticalRow[], count: number): void {
  print(`\n## ${title}, ${count} series`);
  print(
    'recommender        | daily: slack  slack95  viol%  excess%  req/use   ev30   free% | auto: slack  viol%  excess%   ev30  chg/day',
  );
  for (const { recommender, daily, auto } of rows) {
    print(
      `${recommender.padEnd(18)} |        ${pad(daily.slack, 3, 5)}   ${pad(daily.slack95, 3, 6)}  ${pad(100 * daily.viol, 2, 5)}   ${pad(100 * daily.excess, 2, 6)}   ${pad(daily.ratio, 2, 6)}  ${pad(daily.events30, 1, 5)}   ${pad(100 * daily.freeDays, 1, 5)} |       ${pad(auto.slack, 3, 5)}  ${pad(100 * auto.viol, 2, 5)}   ${pad(100 * auto.excess, 2, 6)}  ${pad(auto.events30, 1, 5)}    ${pad(auto.changesPerDay, 2, 5)}`,
    );
  }
}
