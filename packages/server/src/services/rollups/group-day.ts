import type { HourlyBlock } from './hourly-block.ts';
import { hoursPerDay, readHour } from './hourly-block.ts';
import { emptyFigures, recordedPart } from './hourly-figures.ts';
import { addGap, type GapSums, zeroGaps } from './request-gaps.ts';

/** This many targets share one summary per day. A summary is read and written as a whole. */
export const targetsPerGroup = 256;

export const groupOf = (id: number): number => Math.floor(id / targetsPerGroup);
export const placeOf = (id: number): number => id % targetsPerGroup;

const amounts = 4;
const bytesPerTarget = amounts * 8 + 2;
const size = targetsPerGroup * bytesPerTarget;

/** Whether a later version of the server wrote the bytes. */
export const isOtherLayout = (bytes: Uint8Array): boolean => bytes.length !== size;

/** The sums of one day for a group of targets, as an array in the order of their ids. */
export class GroupDay {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  /** Creates an empty day, or reads stored bytes. Bytes of another layout are ignored. */
  constructor(stored?: Uint8Array) {
    this.bytes = stored === undefined || isOtherLayout(stored) ? new Uint8Array(size) : stored;
    this.#view = new DataView(this.bytes.buffer, this.bytes.byteOffset, size);
  }

  set(place: number, sums: GapSums): void {
    const at = place * bytesPerTarget;
    this.#view.setFloat64(at, sums.realizedCpu, true);
    this.#view.setFloat64(at + 8, sums.realizedMemory, true);
    this.#view.setFloat64(at + 16, sums.unrealizedCpu, true);
    this.#view.setFloat64(at + 24, sums.unrealizedMemory, true);
    // Rounded up, so that a target with a few minutes does not appear as one without recorded hours.
    this.#view.setUint8(at + 32, Math.ceil(sums.hours));
    this.#view.setUint8(at + 33, Math.ceil(sums.unknownHours));
  }

  /** Fills `sums`. Returns false if the day has no recorded hours. */
  read(place: number, sums: GapSums): boolean {
    const at = place * bytesPerTarget;
    const hours = this.#view.getUint8(at + 32);
    if (hours === 0) return false;
    sums.realizedCpu = this.#view.getFloat64(at, true);
    sums.realizedMemory = this.#view.getFloat64(at + 8, true);
    sums.unrealizedCpu = this.#view.getFloat64(at + 16, true);
    sums.unrealizedMemory = this.#view.getFloat64(at + 24, true);
    sums.hours = hours;
    sums.unknownHours = this.#view.getUint8(at + 33);
    return true;
  }
}

/** The sums of a day are always computed from its hours, so that recording an hour twice does not count it twice. */
export function sumsOf(block: HourlyBlock): GapSums {
  const sums = zeroGaps();
  const draft = emptyFigures();
  for (let hour = 0; hour < hoursPerDay; hour++)
    if (readHour(block, hour, draft)) addGap(sums, draft, recordedPart(draft));
  return sums;
}
