import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { ResourceName } from '@trimtab/core';
import { type BinnedSeries, binsPerDay } from '../../packages/server/src/recommender/bins.ts';

/** A recorded series with its own step; `load` is work of an unknown unit, used only for forecasts and replicas. */
export type Trace = {
  readonly name: string;
  readonly kind: ResourceName | 'load';
  readonly stepSeconds: 60 | 300;
  /** Unix seconds of the first sample. */
  readonly start: number;
  /** In cores, bytes or the trace's own unit. Gaps are interpolated linearly. */
  readonly values: Float64Array;
};

const gib = 2 ** 30;

function kindOf(name: string): Trace['kind'] {
  if (name.includes('_mem_')) return 'memory';
  return /^(bitbrains|gcd2011|crane|nab_ec2_cpu|nab_rds_cpu|nab_cpu)/.test(name) ? 'cpu' : 'load';
}

/** Converts shares of a machine to the cores and bytes of a nominal machine. Totals without a unit are scaled to a mean of 1. */
function scaleOf(name: string, kind: Trace['kind'], mean: number): number {
  if (kind === 'load') return 1;
  if (name.startsWith('gcd2011')) return kind === 'cpu' ? 16 / 100 : (64 * gib) / 100;
  if (name.startsWith('nab_')) return 4 / 100;
  return name.startsWith('crane') ? 1 / mean : 1;
}

function readTrace(folder: string, file: string): Trace {
  const name = file.replace(/\.csv$/, '');
  const stepSeconds = name.endsWith('_1m') ? 60 : 300;
  const rows = readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
  const start = Math.floor((rows[0]?.[0] ?? 0) / stepSeconds) * stepSeconds;
  const slot = (time: number): number => Math.floor((time - start) / stepSeconds);
  const values = new Float64Array(slot(rows.at(-1)?.[0] ?? start) + 1).fill(Number.NaN);
  for (const [time, value] of rows) if (time !== undefined && value !== undefined) values[slot(time)] = value;
  return { name, kind: kindOf(name), stepSeconds, start, values: bridgeGaps(values) };
}

/** The folder of recorded traces for tests: `TRIMTAB_TRACES`. A clone does not contain them. */
export const tracesFolder: string =
  process.env['TRIMTAB_TRACES'] ?? fileURLToPath(new URL('../../../shared/recommender/traces', import.meta.url));

export function readTraces(folder: string): Trace[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.csv'))
    .toSorted()
    .map((file) => readTrace(folder, file));
}

function meansOf(values: Float64Array, width: number): Float64Array {
  return Float64Array.from({ length: Math.floor(values.length / width) }, (_, index) => {
    let sum = 0;
    for (let at = index * width; at < (index + 1) * width; at++) sum += values[at] ?? 0;
    return sum / width;
  });
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The trace on the five-minute grid, from its first midnight UTC, in cores or bytes if its unit is known. */
export function fiveMinutes(trace: Trace): Float64Array {
  let { values, start } = trace;
  if (trace.stepSeconds === 60) {
    const skip = (5 - (Math.floor(start / 60) % 5)) % 5;
    values = meansOf(values.subarray(skip), 5);
    start += skip * 60;
  }
  const toMidnight = Math.floor(((86_400 - (start % 86_400)) % 86_400) / 300);
  const aligned = values.subarray(toMidnight);
  const scale = scaleOf(trace.name, trace.kind, mean(aligned));
  return aligned.map((value) => value * scale);
}

/** The trace minute by minute, from its first midnight UTC; five-minute traces are interpolated linearly. */
export function minutes(trace: Trace): Float64Array {
  const { values, start, stepSeconds } = trace;
  const toMidnight = Math.floor(((86_400 - (start % 86_400)) % 86_400) / stepSeconds);
  const aligned = values.subarray(toMidnight);
  if (stepSeconds === 60) return aligned.subarray(0, Math.floor(aligned.length / 5) * 5);
  return Float64Array.from({ length: (aligned.length - 1) * 5 }, (_, minute) => {
    const at = Math.floor(minute / 5);
    const from = aligned[at] ?? 0;
    return from + (((aligned[at + 1] ?? from) - from) * (minute % 5)) / 5;
  });
}

/** Days of samples that a forecast may use before it is scored. */
export function warmUpDays(series: Float64Array): number {
  const days = series.length / binsPerDay;
  return days >= 28 ? 14 : days >= 14 ? 7 : 5;
}

/**
 * Fills gaps by linear interpolation, and both ends with the nearest sample. Recorded traces are prepared in this way
 * before their replay. A series without samples is returned unchanged.
 */
function bridgeGaps(series: BinnedSeries): BinnedSeries {
  const bridged = Float64Array.from(series);
  let lastKnown = -1;
  for (let index = 0; index < bridged.length; index++) {
    const value = bridged[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const from = lastKnown < 0 ? value : (bridged[lastKnown] ?? value);
    const span = index - lastKnown;
    for (let gap = lastKnown + 1; gap < index; gap++) {
      bridged[gap] = from + ((value - from) * (gap - lastKnown)) / span;
    }
    lastKnown = index;
  }
  if (lastKnown >= 0) bridged.fill(bridged[lastKnown] ?? Number.NaN, lastKnown + 1);
  return bridged;
}
