import type { Series } from '@trimtab/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UsageRow } from '../../../charts/usage-row.ts';
import { asShares, hoursAhead, usageRows, withLimits, withoutFarLimits, withRequestNow } from './usage-rows.ts';

const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 12, n)).toISOString();
const at = (n: number) => Date.UTC(2026, 10, 20, 12, n);
const series = (periods: string[], values: (number | null)[], predicted?: (number | null)[]): Series => ({
  periods,
  metrics: [
    { metricName: 'cpu', metricType: 'total', targetType: 'container', values: periods.map(() => 99) },
    { metricName: 'cpu', metricType: 'total', targetType: 'deployment', values, predicted },
  ],
});
const requested = (from: Series, now: number | null) =>
  withRequestNow(usageRows(from, null, 'cpu'), now).map((row) => row.requested ?? null);
const forecast = {
  forecasts: [
    { metric: 'memory', values: [{ timestamp: minute(3), value: 1e9 }] },
    {
      metric: 'cpu',
      values: [
        { timestamp: minute(1), value: 7 },
        {
          timestamp: minute(2),
          value: 8,
          quantiles: [
            { level: 0.5, value: 7.5 },
            { level: 0.95, value: 9 },
          ],
        },
      ],
    },
  ],
};

describe('usageRows', () => {
  it('uses the total of the whole workload, and no other series', () => {
    expect(usageRows(series([minute(0)], [1]), null, 'cpu')).toEqual([
      { at: at(0), actual: 1, predicted: null, band: null },
    ]);
    expect(usageRows(series([minute(0)], [1]), null, 'memory')).toEqual([]);
  });

  it('has the requests of each time, and the current request only from the newest sample on', () => {
    const sent = series([minute(0), minute(1), minute(2)], [1, 2, null], [null, null, 3]);
    const known = { ...sent, metrics: sent.metrics.map((metric) => ({ ...metric, requested: [4, 6, null] })) };
    expect(requested(known, 8)).toEqual([4, 6, 8]);
    expect(requested(known, null)).toEqual([4, 6, null]);
    // Another server does not send them.
    expect(requested(sent, 8)).toEqual([null, 8, 8]);
  });

  it('continues after the last sample with the forecast and its range', () => {
    expect(usageRows(series([minute(0), minute(1)], [1, 2], [null, 2.5]), forecast, 'cpu')).toEqual([
      { at: at(0), actual: 1, predicted: null, band: null },
      { at: at(1), actual: 2, predicted: 2.5, band: null },
      { at: at(2), actual: null, predicted: 8, band: [7.5, 9] },
    ]);
  });

  it('uses the forecast together with its range, otherwise the prediction of the series', () => {
    const sent = series([minute(-1), minute(1), minute(2)], [1, null, null], [null, 4, 5]);
    expect(usageRows(sent, forecast, 'cpu').slice(1)).toEqual([
      { at: at(1), actual: null, predicted: 4, band: null },
      { at: at(2), actual: null, predicted: 8, band: [7.5, 9] },
    ]);
  });

  it('sorts the rows, and merges equal timestamps', () => {
    const rows = usageRows(series([minute(2), minute(0), minute(2), 'soon'], [3, 1, null, 4]), null, 'cpu');
    expect(rows.map((row) => [row.at, row.actual])).toEqual([
      [at(0), 1],
      [at(2), 3],
    ]);
  });

  it('is empty if there is no number', () => {
    expect(usageRows(series([minute(0), minute(1)], [null, null]), null, 'cpu')).toEqual([]);
    expect(usageRows(null, forecast, 'cpu')).toEqual([]);
    expect(usageRows({ periods: [], metrics: [] }, forecast, 'cpu')).toEqual([]);
  });

  it('accepts series of any length and order', () => {
    const figure = fc.option(fc.double(), { nil: null });
    const period = fc.oneof(fc.integer({ min: 0, max: 59 }).map(minute), fc.string());
    fc.assert(
      fc.property(fc.array(period), fc.array(figure), fc.array(figure), (periods, values, predicted) => {
        const rows = usageRows(series(periods, values, predicted), forecast, 'cpu');
        const moments = rows.map((row) => row.at);
        expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => a - b));
        for (const row of rows) expect(row.actual === null || Number.isFinite(row.actual)).toBe(true);
      }),
    );
  });

  it('accepts 100,000 points', () => {
    const periods = Array.from({ length: 100_000 }, (_, n) => new Date(at(0) + n * 1_000).toISOString());
    expect(
      usageRows(
        series(
          periods,
          periods.map((_, n) => n),
        ),
        null,
        'cpu',
      ),
    ).toHaveLength(100_000);
  });
});

const hour = (n: number) => ({ timestamp: minute(60 * n), value: n, low: n / 2, high: 2 * n });

describe('the hours ahead', () => {
  const outlook = { metric: 'cpu' as const, day: hour(3), week: null, hours: [0, 1, 2].map(hour) };

  it('follow the last row, in the middle of their hour', () => {
    const rows = usageRows(series([minute(0)], [1]), null, 'cpu');
    expect(hoursAhead(rows, outlook)).toEqual([
      { at: at(90), actual: null, predicted: 1, band: [0.5, 2] },
      { at: at(150), actual: null, predicted: 2, band: [1, 4] },
    ]);
  });

  it('are none without rows, without an outlook, and for times that cannot be read', () => {
    const rows = usageRows(series([minute(0)], [1]), null, 'cpu');
    expect(hoursAhead([], outlook)).toEqual([]);
    expect(hoursAhead(rows, null)).toEqual([]);
    expect(hoursAhead(rows, { ...outlook, hours: [{ ...hour(1), timestamp: 'soon' }] })).toEqual([]);
  });
});

const row = (minutes: number, changes: Partial<UsageRow> = {}): UsageRow => ({
  at: at(minutes),
  actual: 1,
  predicted: null,
  band: null,
  ...changes,
});

describe('the range of past predictions', () => {
  it('is drawn where the server sends it', () => {
    const sent = series([minute(0), minute(1)], [1, 2], [1.5, 2.5]);
    const known = {
      ...sent,
      metrics: sent.metrics.map((metric) => ({
        ...metric,
        predictedLow: [1, null],
        predictedHigh: [2, 3],
        pods: [2, 3],
      })),
    };
    expect(usageRows(known, null, 'cpu')).toEqual([
      { at: at(0), actual: 1, predicted: 1.5, band: [1, 2], pods: 2 },
      { at: at(1), actual: 2, predicted: 2.5, band: null, pods: 3 },
    ]);
  });
});

describe('the limit line', () => {
  const rows = [row(0, { pods: 2 }), row(1, { pods: 3 }), row(2, { pods: 3 }), row(3, { actual: null })];

  it('is the limit of a pod × the pods of that time, and continues with the newest', () => {
    const steps = [
      { at: minute(1), perPod: 4 },
      { at: minute(2), perPod: 5 },
    ];
    expect(withLimits(rows, steps).map(({ limit }) => limit ?? null)).toEqual([null, 12, 15, 15]);
    expect(withLimits(rows, [{ at: minute(0), perPod: null }]).every(({ limit }) => limit === undefined)).toBe(true);
    expect(withLimits(rows, [])).toBe(rows);
  });

  it('is left out if it is so high that the usage would be flat', () => {
    expect(withoutFarLimits([row(0, { limit: 2.5 })])[0]?.limit).toBe(2.5);
    expect(withoutFarLimits([row(0, { limit: 3 })])[0]?.limit).toBeNull();
  });
});

describe('the percentage of the request', () => {
  it('uses the request of each time, and later the newest', () => {
    const rows = asShares([
      row(0, { requested: 4, limit: 8 }),
      row(1, { requested: 2, predicted: 3, band: [1, 4] }),
      row(2, { actual: null, predicted: 1 }),
    ]);
    expect(rows.map(({ actual, predicted, band, limit }) => [actual, predicted, band, limit])).toEqual([
      [0.25, null, null, 2],
      [0.5, 1.5, [0.5, 2], null],
      [null, 0.5, null, null],
    ]);
  });

  it('is unknown without a request', () => {
    expect(asShares([row(0), row(1, { requested: 0 })]).map(({ actual }) => actual)).toEqual([null, null]);
  });
});
