import type { ResourceName } from '@trimtab/core';

/**
 * Buckets of amounts. Each doubling is split into 256 equal parts, so a bucket is 0.2 to 0.4 % wide. The index consists
 * of the exponent and the first eight bits of the fraction of the floating-point number, because reading these bits is
 * much faster than computing a logarithm.
 */
const partsPerDoubling = 256;
const unusedBits = 12;
const exponentBias = 1023;

/** 27 doublings: 61 microcores to 8,192 cores, or 1 MiB to 128 TiB. Other amounts count in the nearest bucket. */
export const bucketCount = 27 * partsPerDoubling;
const firstExponent: Record<ResourceName, number> = { cpu: -14, memory: 20 };

/** The first index of a resource, to be subtracted from the upper bits of a number. */
export const firstBucket: Record<ResourceName, number> = {
  cpu: (firstExponent.cpu + exponentBias) * partsPerDoubling,
  memory: (firstExponent.memory + exponentBias) * partsPerDoubling,
};

/** The upper 32 bits of each number, `words[2 * i + 1]`: platforms that run JavaScript are little-endian. */
export const wordsOf = (series: Float64Array): Int32Array =>
  new Int32Array(series.buffer, series.byteOffset, 2 * series.length);

/** The bucket of an amount, from the upper 32 bits of its number. The amount must not be NaN. */
export function bucketOfWord(word: number, first: number): number {
  const bucket = (word >> unusedBits) - first;
  return bucket < 0 ? 0 : bucket < bucketCount ? bucket : bucketCount - 1;
}

export const upperEnds: Record<ResourceName, Float64Array> = {
  cpu: upperEndsFrom(firstExponent.cpu),
  memory: upperEndsFrom(firstExponent.memory),
};

function upperEndsFrom(exponent: number): Float64Array {
  return Float64Array.from({ length: bucketCount }, (_, bucket) => {
    const [doublings, part] = [Math.floor((bucket + 1) / partsPerDoubling), (bucket + 1) % partsPerDoubling];
    return 2 ** (exponent + doublings) * (1 + part / partsPerDoubling);
  });
}
