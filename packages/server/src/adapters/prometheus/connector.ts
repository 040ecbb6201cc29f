import { isRecord } from '@trimtab/core';
import {
  type Connector,
  type ConnectorMetric,
  checkAnswerSize,
  type LabeledValues,
  QueryError,
} from '../../ports/index.ts';
import type { Connection } from './client/connection.ts';
import { LabelTooLongError, QueryRejectedError, type RangeSeries, ResultTooLargeError } from './client/response.ts';

/** Runs PromQL queries that a user wrote. Neither renames nor the cluster matcher are applied to them. */
export function createConnector(session: Connection['session'], status: Connector['status']): Connector {
  return {
    status,
    metrics: async (ask) => {
      const [names, metadata] = await session(ask, ({ read }) =>
        Promise.all([
          read('label/__name__/values'),
          // Some servers with a Prometheus-compatible query API lack this endpoint; then only names are listed.
          read('metadata').catch((error: unknown) => {
            if (ask?.signal?.aborted) throw error;
            return [];
          }),
        ]),
      );
      const metadataOf = new Map(metadata.flatMap((entry) => (isRecord(entry) ? Object.entries(entry) : [])));
      const list = names.filter((name) => typeof name === 'string');
      return list.toSorted().map((name) => describe(name, metadataOf.get(name)));
    },
    query: async (query, window, stepSeconds, ask) => {
      const start = window.start / 1000;
      const count = Math.max(0, Math.ceil((window.end - window.start) / 1000 / stepSeconds));
      if (count === 0) return { periods: [], series: [] };
      const span = { start, end: start + (count - 1) * stepSeconds, step: stepSeconds };
      let [series, labelCharacters] = [0, 0];
      const check = ({ labels }: RangeSeries) => {
        series += 1;
        for (const value of Object.values(labels)) labelCharacters += value.length;
        checkAnswerSize(series, count, labelCharacters);
      };
      const result = await session(ask, ({ rangeVerbatim }) => rangeVerbatim(query, span, check)).catch(toQueryError);
      return align(result, span, count);
    },
  };
}

function describe(name: string, entries: unknown): ConnectorMetric {
  const [first]: unknown[] = Array.isArray(entries) ? entries : [];
  if (!isRecord(first)) return { name };
  const texts = (['type', 'help', 'unit'] as const).flatMap((key) => {
    const value = first[key];
    return typeof value === 'string' && value !== '' ? [[key, value] as const] : [];
  });
  return { name, ...Object.fromEntries(texts) };
}

/** Longer error texts usually repeat the query. */
const maximumDetailLength = 300;
const controlCharacters = /[\p{Cc}\p{Cf}]+/gu;

/** Passes Prometheus' own error text on to the user who wrote the query: it is about the query and its series. */
function toQueryError(error: unknown): never {
  if (!(error instanceof QueryRejectedError)) throw error;
  if (error instanceof LabelTooLongError) throw new QueryError(error.message);
  if (error instanceof ResultTooLargeError || error.timedOut) {
    throw new QueryError(
      'The result of the query is too large. Request fewer series, a shorter window or a longer interval.',
    );
  }
  const detail = error.detail.replaceAll(controlCharacters, ' ').slice(0, maximumDetailLength);
  throw new QueryError(
    detail === '' ? 'Prometheus cannot answer this query.' : `Prometheus cannot answer this query: ${detail}`,
  );
}

/** Assigns the points of each series to the periods; null if a series has no point in a period. */
function align(
  result: readonly RangeSeries[],
  { start, step }: { start: number; step: number },
  count: number,
): LabeledValues {
  return {
    periods: Array.from({ length: count }, (_, index) => Math.round((start + index * step) * 1000)),
    series: result.map(({ labels, points }) => {
      const values = Array.from({ length: count }, (): number | null => null);
      for (const [time, value] of points) {
        const index = Math.round((time - start) / step);
        if (index >= 0 && index < count) values[index] = value;
      }
      return { labels: new Map(Object.entries(labels)), values };
    }),
  };
}
