import { QueryError } from './errors.ts';
import type { Ask, Window } from './listing.ts';

export type ConnectorMetric = {
  readonly name: string;
  readonly type?: string;
  readonly help?: string;
  readonly unit?: string;
};

/** The aligned series of a query. `periods` are epoch milliseconds; a value is null where there is no sample. */
export type LabeledValues = {
  readonly periods: readonly number[];
  readonly series: readonly {
    readonly labels: ReadonlyMap<string, string>;
    readonly values: readonly (number | null)[];
  }[];
};

/** The limit for all series of an answer together: about 40 MiB while the answer is built and sent. */
export const mostAnswerPoints = 250_000;

/** The limit for the values of all labels of an answer together. All labels of a series of cAdvisor have about 500. */
export const mostLabelCharacters = 4 * 2 ** 20;

/**
 * Call this for each further series of an answer. A series with one sample takes as much memory as a full one.
 * @throws QueryError
 */
export function checkAnswerSize(series: number, periods: number, labelCharacters = 0): void {
  if (labelCharacters > mostLabelCharacters) {
    throw new QueryError(
      `The result of the query is too large: the labels of its first ${series} series have more than ${mostLabelCharacters} characters. Request fewer series, or aggregate them by fewer labels.`,
    );
  }
  if (series * periods <= mostAnswerPoints) return;
  throw new QueryError(
    `The result of the query is too large: its first ${series} series of ${periods} points are more than ${mostAnswerPoints} points. Request fewer series, a shorter window or a longer interval.`,
  );
}

/**
 * A source that accepts queries in its own language. The caller checks the length of the query and the number of
 * periods. Rejects with `QueryError` if the query is invalid or its answer too large, and with `SourceError` if the
 * source does not answer.
 */
export type Connector = {
  status(ask?: Ask): Promise<{ readonly status: 'up' | 'down'; readonly detail?: string }>;
  metrics(ask?: Ask): Promise<readonly ConnectorMetric[]>;
  query(query: string, window: Window, stepSeconds: number, ask?: Ask): Promise<LabeledValues>;
};
