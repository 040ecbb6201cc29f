import { series } from '@trimtab/testing';
import { describe, expect, it } from 'vitest';
import { binsPerDay } from './bins.ts';
import { replayDays, replayRequest } from './observed-replay.ts';

describe('replayRequest', () => {
  it('matches a manual count', () => {
    const usage = series(2, (bin) => (bin % 4 === 0 ? 2 : 1));
    const replay = replayRequest(usage, 1.6);
    expect(replay).toEqual({ days: 2, slack: expect.closeTo(0.75 * (0.6 / 1.6), 9), timeOver: 0.25, daysOver: 2 });
    expect(replayRequest(new Float64Array(0), 1)).toBeNull();
  });

  it('leaves gaps and days without samples out', () => {
    const usage = series(4, (bin) => (bin < 2 * binsPerDay && bin % 2 === 0 ? 0.5 : Number.NaN));
    expect(replayRequest(usage, 1)).toEqual({ days: 2, slack: 0.5, timeOver: 0, daysOver: 0 });
  });

  it('looks at the last 14 days only', () => {
    expect(
      replayRequest(
        series(20, (bin) => (bin < 6 * binsPerDay ? 9 : 1)),
        2,
      ),
    ).toMatchObject({ days: 14, timeOver: 0 });
  });

  it('counts a day with a kill as exceeded by every request up to the limit', () => {
    const usage = series(14, () => 100);
    const kills = [{ binsAgo: 3 * binsPerDay, limitBytes: 400 }];
    expect(replayRequest(usage, 400, kills)).toMatchObject({ daysOver: 1, timeOver: 0 });
    expect(replayRequest(usage, 401, kills)).toMatchObject({ daysOver: 0 });
  });
});

const requestOn = (start: number): number => (start === 0 ? 2 : 3);

describe('replayDays', () => {
  it('finds the worst moment, also if it is a kill', () => {
    const usage = series(2, (bin) => (bin === 10 ? 5 : 1));
    expect(replayDays(usage, requestOn)?.worst).toEqual({ bin: 10, used: 5, request: 2 });
    const killed = replayDays(usage, requestOn, [{ binsAgo: 0, limitBytes: 9 }]);
    expect(killed).toMatchObject({ daysOver: 2, worst: { bin: 2 * binsPerDay - 1, used: 9, request: 3 } });
  });

  it('leaves out days without a request', () => {
    expect(
      replayDays(
        series(3, () => 1),
        (start) => (start === 0 ? null : 2),
      )?.days,
    ).toBe(2);
    expect(
      replayDays(
        series(3, () => 1),
        () => null,
      ),
    ).toBeNull();
  });
});
