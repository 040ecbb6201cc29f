import { describe, expect, it } from 'vitest';
import type { RangeSeries } from '../client/response.ts';
import { highest, summedLifetimes } from './merge-series.ts';

type Points = RangeSeries['points'];
const series = (labels: Record<string, string>, points: Points): RangeSeries => ({
  labels: { namespace: 'shop', pod: 'cart-1', container: 'app', ...labels },
  points,
});
const app = { namespace: 'shop', pod: 'cart-1', container: 'app' };

describe('the highest of copies', () => {
  it('is taken at every time, and joins series that follow each other', () => {
    const copies = [
      series({ replica: 'a' }, [
        [300, 1],
        [600, 5],
      ]),
      series({ replica: 'b' }, [
        [600, 4],
        [900, null],
        [1200, 7],
      ]),
    ];
    expect(highest(copies, ['namespace', 'pod', 'container'])).toEqual([
      {
        labels: app,
        points: [
          [300, 1],
          [600, 5],
          [1200, 7],
        ],
      },
    ]);
  });

  it('is taken for each pod separately', () => {
    const pods = [series({}, [[300, 1]]), series({ pod: 'cart-2' }, [[300, 2]])];
    expect(highest(pods, ['namespace', 'pod']).map(({ points }) => points)).toEqual([[[300, 1]], [[300, 2]]]);
  });
});

describe('usage of CPU', () => {
  it('adds the lifetimes and processors of a container, each without copies', () => {
    const usage = [
      series({ id: '/a', name: 'a', cpu: 'cpu0', job: 'x' }, [
        [300, 1],
        [600, 1],
      ]),
      series({ id: '/a', name: 'a', cpu: 'cpu0', job: 'y' }, [[300, 1]]),
      series({ id: '/a', name: 'a', cpu: 'cpu1' }, [[300, 2]]),
      series({ id: '/b', name: 'b', cpu: 'cpu0' }, [[600, 4]]),
    ];
    expect(summedLifetimes(usage)).toEqual([
      {
        labels: app,
        points: [
          [300, 3],
          [600, 5],
        ],
      },
    ]);
  });

  it('uses series without an id only where others have no value', () => {
    const usage = [
      series({ instance: 'node' }, [
        [300, 9],
        [600, 2],
      ]),
      series({ id: '/a', name: 'a' }, [[300, 1]]),
    ];
    expect(summedLifetimes(usage)).toEqual([
      {
        labels: app,
        points: [
          [300, 1],
          [600, 2],
        ],
      },
    ]);
  });
});
