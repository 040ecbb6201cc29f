import type { Ask, Window } from './listing.ts';

export type ConnectorMetric = {
  readonly name: string;
  readonly type?: string;
  readonly help?: string;
  readonly unit?: string;
};

/** Aligned series of any query: `periods` are epoch milliseconds; null where there was no sample. */
export type LabeledValues = {
  readonly periods: readonly number[];
  readonly series: readonly {
    readonly labels: ReadonlyMap<string, string>;
    readonly values: readonly (number | null)[];
  }[];
};

/**
 * A source that can be looked into as it is, with queries in its own language. The caller has checked the length of the
 * query and the number of points; a query that the connector refuses rejects with `QueryError`.
 */
export type Connector = {
  status(ask?: Ask): Promise<{ readonly status: 'up' | 'down'; readonly detail?: string }>;
  metrics(ask?: Ask): Promise<readonly ConnectorMetric[]>;
  query(query: string, window: Window, stepSeconds: number, ask?: Ask): Promise<LabeledValues>;
};
