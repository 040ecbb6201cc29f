import { binsPerHour } from '../../recommender/bins.ts';
import { type Column, columns, emptyFigures, type HourlyFigures, type MutableHourlyFigures } from './hourly-figures.ts';

export const hoursPerDay = 24;

/** The hours of one target on one UTC day. */
export type HourlyBlock = {
  /**
   * A byte for each hour; 0 is a gap. The lower four bits are the constants below. The upper four are the number of
   * five-minute bins without pods and samples, 0 to 11. Earlier versions wrote 0 there and ignored it.
   */
  readonly flags: Uint8Array;
  readonly values: ReadonlyMap<Column, Float64Array>;
};

const recorded = 1;
const autonomous = 2;
const horizontal = 4;
const vertical = 8;
const missingBinsShift = 4;

export const emptyBlock = (wanted: readonly Column[] = columns): HourlyBlock => ({
  flags: new Uint8Array(hoursPerDay),
  values: new Map(wanted.map((column) => [column, new Float64Array(hoursPerDay).fill(Number.NaN)])),
});

/** Returns true, because the block has changed. */
export function setHour(block: HourlyBlock, hour: number, figures: HourlyFigures): boolean {
  block.flags[hour] =
    recorded +
    (figures.autonomous ? autonomous : 0) +
    (figures.horizontal ? horizontal : 0) +
    (figures.vertical ? vertical : 0) +
    ((binsPerHour - figures.bins) << missingBinsShift);
  for (const [column, values] of block.values) values[hour] = figures[column];
  return true;
}

/**
 * Records an hour of which more samples have arrived, and returns whether there were more. What was in force when the hour
 * was recorded, such as the suggestion and the price of a node, stays.
 */
export function completeHour(block: HourlyBlock, hour: number, figures: HourlyFigures): boolean {
  const draft = emptyFigures();
  if (!readHour(block, hour, draft)) return setHour(block, hour, figures);
  if (figures.bins <= draft.bins) return false;
  const { bins, replicas, requestedCpu, requestedMemory, usedCpu, usedMemory } = figures;
  return setHour(block, hour, { ...draft, bins, replicas, requestedCpu, requestedMemory, usedCpu, usedMemory });
}

/** Fills `draft` and returns true; returns false for a gap and leaves `draft` unchanged. */
export function readHour(block: HourlyBlock, hour: number, draft: MutableHourlyFigures): boolean {
  const flags = block.flags[hour] ?? 0;
  if ((flags & recorded) === 0) return false;
  draft.autonomous = (flags & autonomous) !== 0;
  draft.horizontal = (flags & horizontal) !== 0;
  draft.vertical = (flags & vertical) !== 0;
  draft.bins = binsPerHour - (flags >> missingBinsShift);
  for (const [column, values] of block.values) draft[column] = values[hour] ?? Number.NaN;
  return true;
}

/*
 * The encoding: a version, the 24 flags, then each column after a byte with its encoding. Most columns do not change
 * within a day and take 9 bytes. Usage changes all the time, and its 7 digits fit into 32 bits. Costs are never
 * rounded.
 */
const version = 1;
const unknown = 0;
const constant = 1;
const doubles = 2;
const singles = 3;
const usage: ReadonlySet<Column> = new Set(['usedCpu', 'usedMemory']);
const largest = 1 + hoursPerDay + columns.length * (1 + 8 * hoursPerDay);

export function encodeBlock({ flags, values }: HourlyBlock): Uint8Array {
  const view = new DataView(new ArrayBuffer(largest));
  let at = 0;
  view.setUint8(at++, version);
  for (const flag of flags) view.setUint8(at++, flag);
  for (const [column, hours] of values) {
    const kind = kindOf(column, hours, flags);
    view.setUint8(at++, kind);
    if (kind === constant) {
      view.setFloat64(at, hours[firstRecorded(flags)] ?? Number.NaN, true);
      at += 8;
    } else if (kind !== unknown) {
      for (const value of hours) {
        if (kind === singles) view.setFloat32(at, value, true);
        else view.setFloat64(at, value, true);
        at += kind === singles ? 4 : 8;
      }
    }
  }
  return new Uint8Array(view.buffer.slice(0, at));
}

function kindOf(column: Column, hours: Float64Array, flags: Uint8Array): number {
  const first = hours[firstRecorded(flags)] ?? Number.NaN;
  if (flags.every((flag, hour) => flag === 0 || Object.is(hours[hour], first))) {
    return Number.isNaN(first) ? unknown : constant;
  }
  return usage.has(column) ? singles : doubles;
}

function lengthOf(kind: number): number {
  if (kind === unknown) return 0;
  if (kind === constant) return 8;
  return hoursPerDay * (kind === singles ? 4 : 8);
}

const firstRecorded = (flags: Uint8Array): number => flags.findIndex((flag) => flag !== 0);

/** Whether a later version of the server wrote the bytes. */
export const isOtherEncoding = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes[0] !== version;

/**
 * Fills the columns that the block has. Null for bytes of another version and for truncated bytes. The day then counts as a
 * gap.
 */
export function decodeBlock(bytes: Uint8Array, block: HourlyBlock = emptyBlock()): HourlyBlock | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 1 + hoursPerDay || view.getUint8(0) !== version) return null;
  block.flags.set(bytes.subarray(1, 1 + hoursPerDay));
  let at = 1 + hoursPerDay;
  try {
    for (const column of columns) {
      const kind = view.getUint8(at++);
      const hours = block.values.get(column);
      if (hours === undefined) {
        at += lengthOf(kind);
        continue;
      }
      if (kind === unknown) hours.fill(Number.NaN);
      else if (kind === constant) {
        hours.fill(view.getFloat64(at, true));
        at += 8;
      } else {
        for (let hour = 0; hour < hoursPerDay; hour++) {
          hours[hour] = kind === singles ? view.getFloat32(at, true) : view.getFloat64(at, true);
          at += kind === singles ? 4 : 8;
        }
      }
    }
  } catch (error) {
    // Truncated.
    if (error instanceof RangeError) return null;
    throw error;
  }
  return block;
}
