import type { Ask, ClusterSource, Connector, HistorySource, MetricsSource, Scope, Window } from '../../ports/index.ts';
import { SourceError } from '../../ports/index.ts';
import { type ConnectionOptions, createConnection } from './client/connection.ts';
import type { DialectOptions } from './client/dialect.ts';
import { createConnector } from './connector.ts';
import { type Examination, examine } from './diagnosis/check-metrics.ts';
import { readHistory } from './history/history.ts';
import { historyQueries } from './history/queries.ts';
import { listNamespaces } from './inventory/namespaces.ts';
import { listPods } from './inventory/pods.ts';
import { listWorkloads } from './inventory/workloads.ts';
import { readSeries } from './usage/series.ts';
import { readUsage } from './usage/usage.ts';

export type { ConnectionOptions as PrometheusOptions, ExplainedQuery } from './client/connection.ts';
export { createDialect, type DialectOptions, type Rename } from './client/dialect.ts';
export type { PrometheusFetch } from './client/http-api.ts';
export type { Examination, Finding } from './diagnosis/check-metrics.ts';
export { renamableNames } from './diagnosis/required-metrics.ts';

export type PrometheusPorts = {
  readonly cluster: ClusterSource;
  readonly metrics: MetricsSource;
  readonly history: HistorySource;
  readonly connector: Connector;
  /** Looks whether all that the queries need is there, given how the dialect was made. */
  readonly examine: (dialect: DialectOptions, ask?: Ask) => Promise<Examination>;
};

/** A question about no namespace at all is answered without asking. */
const asksNothing = ({ namespaces }: Scope) => namespaces !== undefined && namespaces.length === 0;

/**
 * The cluster and its usage as Prometheus has scraped them from cAdvisor and kube-state-metrics. It only ever reads.
 * Throws a `TypeError` when `url` is not one.
 */
export function createPrometheus(options: ConnectionOptions): PrometheusPorts {
  const { clock } = options;
  const { session } = createConnection(options);
  const now = () => clock.now() / 1000;
  /** Prometheus may run ahead of us, but the one clock that counts is ours: nothing is asked about the future. */
  const upToNow = (window: Window): Window => ({ start: window.start, end: Math.min(window.end, clock.now()) });
  const status: MetricsSource['status'] = async (ask) => {
    try {
      await session(ask).instant('vector(1)', now());
      return { status: 'up' };
    } catch (error) {
      if (error instanceof SourceError) return { status: 'down', detail: error.message };
      throw error;
    }
  };

  return {
    cluster: {
      namespaces: (ask) => listNamespaces(session(ask), now()),
      workloads: async (scope, ask) =>
        asksNothing(scope) ? { items: [], problems: [] } : listWorkloads(session(ask), scope.namespaces, now()),
      pods: (workload, ask) => listPods(session(ask), workload, now()),
    },
    metrics: {
      usage: async (scope, window, ask) => {
        const { start, end } = upToNow(window);
        const span = { start: Math.floor(start / 1000), end: Math.floor(end / 1000) };
        if (asksNothing(scope) || span.end <= span.start) return { items: [], problems: [] };
        return readUsage(session(ask), scope.namespaces, span);
      },
      series: (workload, window, stepSeconds, ask) => readSeries(session(ask), workload, upToNow(window), stepSeconds),
      status,
    },
    history: {
      history: async (scope, window, ask) =>
        asksNothing(scope) ? { items: [], problems: [] } : readHistory(session, scope.namespaces, upToNow(window), ask),
      queries({ namespace }) {
        const { cpu, memory, killed } = historyQueries([namespace]);
        return [
          { figure: 'CPU of each container, cores', query: cpu },
          { figure: 'memory of each container, bytes', query: memory },
          { figure: 'containers killed for lack of memory', query: killed },
        ];
      },
    },
    connector: createConnector(session, status),
    examine: (dialect, ask) => examine(session, now(), dialect, ask),
  };
}
