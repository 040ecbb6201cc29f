import { describe, expect, test } from 'vitest';
import type { RangeSeries } from '../client/response.ts';
import { KillDetector } from './out-of-memory.ts';

const uidless = { namespace: 'shop', pod: 'db-0', container: 'db' };
const of = (uid: string | null) => (uid === null ? uidless : { ...uidless, uid });
/** The values of bins from the bin `first`; null: no sample. */
const series = (uid: string | null, first: number, values: readonly (number | null)[]): RangeSeries => ({
  labels: of(uid),
  points: values.flatMap((value, index): [number, number][] =>
    value === null ? [] : [[(first + index + 1) * 300, value]],
  ),
});
const reason = (uid: string | null, first: number, bins: number) => series(uid, first, Array(bins).fill(1));
const binsOf = (killed: readonly RangeSeries[], counts: readonly RangeSeries[], detector = new KillDetector()) =>
  detector.kills(killed, counts, 0, 0).map(({ bin }) => bin);

describe.each([['a'], [null]])('kills of a container whose pod has the uid %s', (uid) => {
  test('are found when the reason appears, and at each further restart', () => {
    expect(binsOf([reason(uid, 10, 6)], [series(uid, 9, [0, 1, 1, 2, 2, 3, 3])])).toEqual([10, 12, 14]);
  });

  test('count once if the container starts again only in a later bin', () => {
    expect(binsOf([reason(uid, 10, 2)], [series(uid, 9, [1, 1, 2])])).toEqual([10]);
    expect(binsOf([reason(uid, 10, 4)], [series(uid, 5, [1, null, null, null, null, 1, 1, 1, 2])])).toEqual([10]);
    expect(binsOf([reason(uid, 10, 2)], [series(uid, 10, [0, 1])])).toEqual([10]);
  });

  test('count twice if it then has restarted twice', () => {
    expect(binsOf([reason(uid, 10, 2)], [series(uid, 9, [1, 1, 3])])).toEqual([10, 11]);
    expect(binsOf([reason(uid, 10, 3)], [series(uid, 9, [1, 1, 2, 3])])).toEqual([10, 12]);
  });

  test('count once if it starts again in the next slice, or if the window begins in between', () => {
    const detector = new KillDetector();
    expect(binsOf([reason(uid, 10, 1)], [series(uid, 9, [1, 1])], detector)).toEqual([10]);
    expect(binsOf([reason(uid, 10, 2)], [series(uid, 8, [1, 1, 1, 2])], detector)).toEqual([]);
    // The bins before the window are read too.
    expect(binsOf([reason(uid, -1, 3)], [series(uid, -2, [1, 1, 2, 2])])).toEqual([]);
  });

  test('are found again after another reason, and not after a gap', () => {
    expect(binsOf([series(uid, 10, [1, null, null, 1, 1])], [series(uid, 9, [0, 1, 2, 2, 2, 3])])).toEqual([10, 13]);
    expect(binsOf([series(uid, 10, [1, null, null, 1])], [series(uid, 9, [0, 1, null, null, 1])])).toEqual([10]);
    expect(binsOf([series(uid, 10, [1, 1, null, 1])], [])).toEqual([10, 13]);
  });
});

describe('kills of pods of the same name', () => {
  test('are those of each pod', () => {
    const killed = [reason('a', 0, 10), reason('b', 12, 6)];
    const counts = [series('a', 0, Array(10).fill(12)), series('b', 10, [0, 0, 1, 1, 2, 2, 3, 3])];
    expect(binsOf(killed, counts)).toEqual([12, 14, 16]);
  });

  test('are found without a uid, because the count of the new pod is lower', () => {
    const killed = [reason(null, 0, 10), reason(null, 12, 6)];
    expect(binsOf(killed, [series(null, 0, [...Array(10).fill(12), 0, 0, 1, 1, 2, 2, 3, 3])])).toEqual([12, 14, 16]);
  });

  test('count once if only one of two exporters has the uid', () => {
    const [killed, counts] = [
      (uid: string | null) => reason(uid, 10, 4),
      (uid: string | null) => series(uid, 9, [0, 1, 1, 2, 2]),
    ];
    expect(binsOf([killed(null), killed('a')], [counts(null), counts('a')])).toEqual([10, 12]);
  });

  test.each([
    ['gets', null, 'a'],
    ['loses', 'a', null],
  ])('are not found when the exporter %s the uid', (_, before, after) => {
    const killed = [reason(before, 10, 4), reason(after, 14, 4)];
    expect(binsOf(killed, [series(before, 9, [0, 1, 1, 1, 1]), series(after, 14, [1, 1, 2, 2])])).toEqual([10, 16]);
  });
});
