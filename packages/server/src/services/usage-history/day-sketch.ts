/** The samples of a day are stored as a sketch: the means of this many equal shares of the sorted samples. */
export const sketchSlices = 24;
/** The number of days before the ring buffer for which sketches are stored. */
export const sketchDays = 28;

/** A sketch of a container's memory on one UTC day, in 112 bytes, for after its bins have left the ring buffer. */
export type DaySketch = {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly samples: number;
  readonly maximum: number;
  /** The means of 24 equal shares of the sorted samples, lowest first. */
  readonly slices: Float32Array;
};

/** Null for a day without samples. */
export function sketchDay(day: number, bins: ArrayLike<number>): DaySketch | null {
  const sorted = Float64Array.from(bins)
    .filter((value) => !Number.isNaN(value))
    .toSorted();
  if (sorted.length === 0) return null;
  const slices = Float32Array.from({ length: sketchSlices }, (_, slice) => {
    const from = Math.floor((slice * sorted.length) / sketchSlices);
    const to = Math.max(from + 1, Math.floor(((slice + 1) * sorted.length) / sketchSlices));
    return sorted.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
  });
  return { day, samples: sorted.length, maximum: sorted.at(-1) ?? 0, slices };
}
