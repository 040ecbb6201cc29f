import type { Connector, ConnectorMetric, LabeledValues } from '../../ports/index.ts';
import { QueryError } from '../../ports/index.ts';
import type { Connection } from './client/connection.ts';
import { isRecord, type Line, RefusedError, TooMuchError } from './client/response.ts';

/** A Prometheus as it is, asked in its own language. Neither renames nor a cluster matcher touch what is asked here. */
export function createConnector(session: Connection['session'], status: Connector['status']): Connector {
  return {
    status,
    metrics: async (ask) => {
      const { read } = session(ask);
      const [names, metadata] = await Promise.all([
        read('label/__name__/values'),
        // Not everything that speaks the query API knows this; names alone are an answer too.
        read('metadata').catch((error: unknown) => {
          if (ask?.signal?.aborted) throw error;
          return {};
        }),
      ]);
      const known = new Map(isRecord(metadata) ? Object.entries(metadata) : []);
      const list = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
      return list.toSorted().map((name) => describe(name, known.get(name)));
    },
    query: async (query, window, stepSeconds, ask) => {
      const start = window.start / 1000;
      const count = Math.max(0, Math.ceil((window.end - window.start) / 1000 / stepSeconds));
      if (count === 0) return { periods: [], series: [] };
      const span = { start, end: start + (count - 1) * stepSeconds, step: stepSeconds };
      const lines = await session(ask).rangeAsWritten(query, span).catch(blameQuery);
      return align(lines, span, count);
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

/** Longer than this, an explanation repeats the query. */
const longestDetail = 300;
const control = /[\p{Cc}\p{Cf}]+/gu;

/** Who wrote a query is told what is wrong with it, in Prometheus' words: they speak of the query and its series. */
function blameQuery(error: unknown): never {
  if (!(error instanceof RefusedError)) throw error;
  if (error instanceof TooMuchError || error.timedOut) {
    throw new QueryError(
      'The query needs too much for one answer: ask about fewer series, a shorter window or a longer interval.',
    );
  }
  const detail = error.detail.replaceAll(control, ' ').slice(0, longestDetail);
  throw new QueryError(
    detail === '' ? 'Prometheus cannot answer this query.' : `Prometheus cannot answer this query: ${detail}`,
  );
}

function align(lines: readonly Line[], { start, step }: { start: number; step: number }, count: number): LabeledValues {
  return {
    periods: Array.from({ length: count }, (_, index) => Math.round((start + index * step) * 1000)),
    series: lines.map(({ labels, points }) => {
      const values = Array.from({ length: count }, (): number | null => null);
      for (const [time, value] of points) {
        const index = Math.round((time - start) / step);
        if (index >= 0 && index < count) values[index] = value;
      }
      return { labels: new Map(Object.entries(labels)), values };
    }),
  };
}
