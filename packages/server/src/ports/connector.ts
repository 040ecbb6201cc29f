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

/**
 * A source that accepts queries in its own language. The caller checks the length of the query and the number of points.
 * Rejects with `QueryError` for an invalid query, and with `SourceError` when the source does not answer.
 */
export type Connector = {
  status(ask?: Ask): Promise<{ readonly status: 'up' | 'down'; readonly detail?: string }>;
  metrics(ask?: Ask): Promise<readonly ConnectorMetric[]>;
  query(query: string, window: Window, stepSeconds: number, ask?: Ask): Promise<LabeledValues>;
};
