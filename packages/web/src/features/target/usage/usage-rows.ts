import { finiteOrNull, hourMs, type Outlook, readInstant, type Series, type Suggestion } from '@trimtab/core';
import { highestOf, type UsageRow } from '../../../charts/usage-row.ts';

type Draft = {
  actual: number | null;
  predicted: number | null;
  band: UsageRow['band'];
  requested?: number | null;
  pods?: number | null;
};

/** The series of the whole workload's total of one metric. */
function workloadSeries(series: Series, metric: string): Series['metrics'][number] | undefined {
  return series.metrics.find(
    ({ targetType, metricType, metricName }) =>
      targetType === 'deployment' && metricType === 'total' && metricName === metric,
  );
}

/**
 * The rows of the usage chart, sorted by time, one per timestamp; empty if there is no number. Accepts series of
 * different lengths, unsorted series, and repeated or invalid timestamps. After the last sample, the forecast of the
 * suggestion is used: its range if it has one, and its values if the series contains no prediction.
 */
export function usageRows(
  series: Series | null | undefined,
  suggestion: Pick<Suggestion, 'forecasts'> | null | undefined,
  metric: string,
): UsageRow[] {
  const drafts = new Map<number, Draft>();
  const draftAt = (at: number): Draft => {
    const draft = drafts.get(at) ?? { actual: null, predicted: null, band: null };
    drafts.set(at, draft);
    return draft;
  };
  const found = series ? workloadSeries(series, metric) : undefined;
  for (const [index, period] of (found ? (series?.periods ?? []) : []).entries()) {
    const at = readInstant(period);
    if (at === null) continue;
    const draft = draftAt(at);
    draft.actual = finiteOrNull(found?.values[index]) ?? draft.actual;
    draft.predicted = finiteOrNull(found?.predicted?.[index]) ?? draft.predicted;
    const [low, high] = [finiteOrNull(found?.predictedLow?.[index]), finiteOrNull(found?.predictedHigh?.[index])];
    if (low !== null && high !== null) draft.band = [low, high];
    if (found?.pods) draft.pods = finiteOrNull(found.pods[index]) ?? draft.pods ?? null;
    if (found?.requested) draft.requested = finiteOrNull(found.requested[index]) ?? draft.requested ?? null;
  }
  const lastActual = lastOf(drafts);
  if (lastActual !== null) {
    for (const { timestamp, value, quantiles } of forecastOf(suggestion, metric)) {
      const at = readInstant(timestamp);
      if (at === null || at <= lastActual) continue;
      const draft = draftAt(at);
      draft.band = bandOf(quantiles);
      // The range and the line must come from the same forecast, so the newest forecast replaces the line too.
      if (draft.band !== null || draft.predicted === null) draft.predicted = finiteOrNull(value) ?? draft.predicted;
    }
  }
  const rows = [...drafts].map(([at, draft]) => ({ at, ...draft })).toSorted((a, b) => a.at - b.at);
  return rows.some(({ actual, predicted }) => actual !== null || predicted !== null) ? rows : [];
}

/**
 * Adds the current request to the rows from the newest sample on. Earlier rows keep the request in the series, because
 * there were other pods and requests at the time.
 */
export function withRequestNow(rows: readonly UsageRow[], request: number | null): readonly UsageRow[] {
  const newest = rows.findLastIndex(({ actual }) => actual !== null);
  if (request === null || newest < 0) return rows;
  return rows.map((row, index) => (index < newest ? row : { ...row, requested: row.requested ?? request }));
}

/** The limits of one pod over time, oldest first. */
export type LimitSteps = readonly { readonly at: string; readonly perPod: number | null }[];

/**
 * Adds the limits of all pods: the limit of one pod at each time, multiplied by the pods at that time. For future
 * times, the newest known values are used.
 */
export function withLimits(rows: readonly UsageRow[], steps: LimitSteps): readonly UsageRow[] {
  if (steps.length === 0) return rows;
  const times = steps.map(({ at, perPod }) => ({ from: readInstant(at) ?? Number.POSITIVE_INFINITY, perPod }));
  let step = -1;
  let pods: number | null = null;
  return rows.map((row) => {
    while ((times[step + 1]?.from ?? Number.POSITIVE_INFINITY) <= row.at) step += 1;
    pods = row.pods ?? pods;
    const perPod = times[step]?.perPod ?? null;
    return perPod === null || pods === null ? row : { ...row, limit: perPod * pods };
  });
}

/** A limit that is this many times higher than all other values would leave too little room for the usage. */
const farAbove = 2.5;

/** Removes limits that are far above all other values. The legend names them instead. */
export function withoutFarLimits(rows: readonly UsageRow[]): readonly UsageRow[] {
  const plain = rows.map((row) => ({ ...row, limit: null }));
  const highest = rows.reduce((most, { limit }) => Math.max(most, limit ?? 0), 0);
  return highest > farAbove * highestOf(plain) ? plain : rows;
}

/** All values as shares of the request at the same time. After the last known request, that request is used. */
export function asShares(rows: readonly UsageRow[]): readonly UsageRow[] {
  let request: number | null = null;
  return rows.map((row) => {
    request = row.requested ?? request;
    const base = request !== null && request > 0 ? request : null;
    const share = (value: number | null | undefined) => (base === null || value == null ? null : value / base);
    const [low, high] = [share(row.band?.[0]), share(row.band?.[1])];
    return {
      ...row,
      actual: share(row.actual),
      predicted: share(row.predicted),
      band: low === null || high === null ? null : ([low, high] as const),
      requested: share(row.requested),
      limit: share(row.limit),
    };
  });
}

/** Removes the forecasts, because the server may still compute them for a workload that no longer exists. */
export const withoutForecasts = (rows: readonly UsageRow[]): UsageRow[] =>
  rows.flatMap((row) => (row.actual === null ? [] : [{ ...row, predicted: null, band: null }]));

type ForecastValue = Suggestion['forecasts'][number]['values'][number];

function forecastOf(suggestion: Pick<Suggestion, 'forecasts'> | null | undefined, metric: string): ForecastValue[] {
  return suggestion?.forecasts.find((forecast) => forecast.metric === metric)?.values ?? [];
}

/**
 * The expected hours of the outlook after the last row. Each point is in the middle of its hour and shows the hour's
 * peak.
 */
export function hoursAhead(rows: readonly UsageRow[], outlook: ResourceOutlook | null): UsageRow[] {
  const last = rows.at(-1)?.at;
  if (outlook === null || last === undefined) return [];
  return outlook.hours.flatMap(({ timestamp, value, low, high }) => {
    const start = readInstant(timestamp);
    if (start === null || start <= last) return [];
    return [{ at: start + hourMs / 2, actual: null, predicted: value, band: [low, high] as const }];
  });
}
type ResourceOutlook = Outlook['resources'][number];

/** The range from the lowest to the highest quantile; null with fewer than two quantiles. */
function bandOf(quantiles: ForecastValue['quantiles']): UsageRow['band'] {
  const values = (quantiles ?? []).flatMap(({ value }) => finiteOrNull(value) ?? []);
  return values.length < 2 ? null : [Math.min(...values), Math.max(...values)];
}

function lastOf(drafts: ReadonlyMap<number, Draft>): number | null {
  let last: number | null = null;
  for (const [at, { actual }] of drafts) if (actual !== null && (last === null || at > last)) last = at;
  return last;
}
