import { describe, expect, test } from 'vitest';
import { binsPerDay } from './bins.ts';
import { memoryGrowth } from './memory-leak.ts';

const week = 7 * binsPerDay;
const mebibyte = 2 ** 20;
/** Memory in MiB over a week, with a daily pattern and noise. */
const series = (at: (day: number) => number, length = week) =>
  Float64Array.from({ length }, (_, bin) => {
    const day = bin / binsPerDay;
    const noise = ((bin * 7919) % 101) / 100 - 0.5;
    return (at(day) + 5 * Math.sin(2 * Math.PI * day) + 2 * noise) * mebibyte;
  });

describe('the growth of memory', () => {
  test('is that of a leak, whatever the daily pattern', () => {
    const growth = memoryGrowth(
      series((day) => 200 + 10 * day),
      [],
    );
    expect((growth?.bytesPerDay ?? 0) / mebibyte).toBeCloseTo(10, 0);
    expect((growth?.newest ?? 0) / mebibyte).toBeCloseTo(270, -1);
  });

  test('is none of steady memory, of a single step, and of a cache that has filled', () => {
    expect(
      memoryGrowth(
        series(() => 200),
        [],
      ),
    ).toBeNull();
    expect(
      memoryGrowth(
        series((day) => (day < 5 ? 200 : 260)),
        [],
      ),
    ).toBeNull();
    expect(
      memoryGrowth(
        series((day) => 200 + 100 * (1 - Math.exp(-day))),
        [],
      ),
    ).toBeNull();
  });

  test('is unknown with less than three days to compare, also between restarts', () => {
    const leaking = series((day) => 200 + 10 * (day % 1.5));
    const restarts = [1.5, 3, 4.5, 6].map((day) => day * binsPerDay);
    expect(memoryGrowth(leaking, restarts)).toBeUndefined();
    expect(
      memoryGrowth(
        series((day) => 200 + 10 * day, 3 * binsPerDay),
        [],
      ),
    ).toBeUndefined();
    expect(memoryGrowth(new Float64Array(week).fill(Number.NaN), [])).toBeUndefined();
  });

  test('is found between restarts that are days apart', () => {
    const leaking = series((day) => 200 + 10 * (day % 3.5));
    expect((memoryGrowth(leaking, [3.5 * binsPerDay])?.bytesPerDay ?? 0) / mebibyte).toBeCloseTo(10, 0);
  });
});
