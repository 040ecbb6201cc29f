import {
  type Ask,
  type ClusterSource,
  type Connector,
  type HistorySource,
  type Listing,
  type MetricsSource,
  SourceError,
  type Window,
} from '../../ports/index.ts';
import { type Connection, type ConnectionOptions, createConnection } from './client/connection.ts';
import type { DialectOptions } from './client/dialect.ts';
import { createNamespaceSplitter, whole } from './client/split-namespaces.ts';
import { createConnector } from './connector.ts';
import { checkMetrics, type MetricsReport } from './diagnosis/check-metrics.ts';
import { readDeclared } from './history/declared.ts';
import { readEvents } from './history/events.ts';
import { readHistory } from './history/history.ts';
import { readIncidents } from './history/incidents.ts';
import { historyQueries } from './history/queries.ts';
import { listLabels } from './inventory/labels.ts';
import { listNamespaces } from './inventory/namespaces.ts';
import { listPods } from './inventory/pods.ts';
import { listWorkloads } from './inventory/workloads.ts';
import { inNamespaces } from './queries/promql.ts';
import { readSeries } from './usage/series.ts';
import { readUsage } from './usage/usage.ts';

export { createDialect, type DialectOptions, type Rename } from './client/dialect.ts';
export type { ExplainedQuery } from './client/execute.ts';
export type { PrometheusFetch } from './client/http-api.ts';
export type { MetricFinding, MetricsReport, RuleSet } from './diagnosis/check-metrics.ts';
export { renamableNames } from './diagnosis/required-metrics.ts';

export type PrometheusPorts = {
  readonly cluster: ClusterSource;
  readonly metrics: MetricsSource;
  readonly history: HistorySource;
  readonly connector: Connector;
  /** Checks that the metrics and labels that the queries need exist; `dialect` is the one in use. */
  readonly checkMetrics: (dialect: DialectOptions, ask?: Ask) => Promise<MetricsReport>;
};

const nothing = { items: [], problems: [] };

/**
 * Reads the cluster and its usage from Prometheus, which scrapes them from cAdvisor and kube-state-metrics. Read-only.
 * Throws a `TypeError` if `url` is not valid.
 */
export function createPrometheus(options: ConnectionOptions): PrometheusPorts {
  const { clock } = options;
  const { session, missingStores } = createConnection(options);
  const now = () => clock.now() / 1000;
  const splitter = () => createNamespaceSplitter(clock);
  const [splitWorkloads, splitUsage, splitLabels, splitIncidents] = [splitter(), splitter(), splitter(), splitter()];
  const splitDeclared = splitter();
  /** Ends the window at the server's own time, because the clock of Prometheus may be fast. */
  const upToNow = (window: Window): Window => ({ start: window.start, end: Math.min(window.end, clock.now()) });
  const inSeconds = (window: Window): Window => {
    const { start, end } = upToNow(window);
    return { start: Math.floor(start / 1000), end: Math.floor(end / 1000) };
  };
  /** The listing, with a problem if some stores did not answer the queries that it is made from. */
  const told = async <T>(read: (open: Connection['session']) => Promise<Listing<T>>): Promise<Listing<T>> => {
    const missing = new Set<string>();
    const { problems, ...listing } = await read((ask, work) =>
      session(ask, async (opened) => {
        const answer = await work(opened);
        const stores = opened.missingStores();
        if (stores !== null) missing.add(stores);
        return answer;
      }),
    );
    return { ...listing, problems: [...missing, ...problems] };
  };
  const status: MetricsSource['status'] = async (ask) => {
    try {
      await session(ask, ({ instant }) => instant('vector(1)', now()));
      return { status: 'up' };
    } catch (error) {
      if (error instanceof SourceError) return { status: 'down', detail: error.message };
      throw error;
    }
  };

  return {
    cluster: {
      problem: missingStores,
      namespaces: (ask) => told((open) => open(ask, (opened) => listNamespaces(opened, now()))),
      workloads: ({ namespaces }, ask) =>
        told((open) => splitWorkloads(namespaces, (part) => open(ask, (opened) => listWorkloads(opened, part, now())))),
      labels: async ({ namespaces }, ask) =>
        told(async (open) =>
          whole(await splitLabels(namespaces, (part) => open(ask, (opened) => listLabels(opened, part, now())))),
        ),
      pods: (workload, ask) => told((open) => open(ask, (opened) => listPods(opened, workload, now()))),
    },
    metrics: {
      usage: async ({ namespaces }, window, ask) => {
        const span = inSeconds(window);
        if (span.end <= span.start) return nothing;
        return told((open) =>
          splitUsage(namespaces, (part) => open(ask, (opened) => readUsage(opened, part, span, ask?.mayEndEarlier))),
        );
      },
      incidents: async ({ namespaces }, window, ask) => {
        const span = inSeconds(window);
        if (span.end <= span.start) return nothing;
        return told(async (open) =>
          whole(await splitIncidents(namespaces, (part) => open(ask, (opened) => readIncidents(opened, part, span)))),
        );
      },
      events: (workload, window, ask) => session(ask, (opened) => readEvents(opened, workload, upToNow(window))),
      series: (workload, window, stepSeconds, ask) =>
        session(ask, (opened) => readSeries(opened, workload, upToNow(window), stepSeconds)),
      status,
    },
    history: {
      history: async (scope, window, ask) =>
        scope.namespaces?.length === 0 ? nothing : told((open) => readHistory(open, scope, upToNow(window), ask)),
      declared: async ({ namespaces }, window, stepMs, ask) => {
        const { start, end } = upToNow(window);
        const step = stepMs / 1000;
        const span = { start: Math.ceil(start / stepMs) * step, end: Math.floor(end / stepMs) * step, step };
        if (span.end < span.start) return nothing;
        return told((open) => splitDeclared(namespaces, (part) => readDeclared((work) => open(ask, work), part, span)));
      },
      queries({ namespace }) {
        const { cpu, memory, killed } = historyQueries([inNamespaces([namespace])]);
        return [
          { figure: 'CPU of each container, cores', query: cpu },
          { figure: 'memory of each container, bytes', query: memory },
          { figure: 'containers killed because they ran out of memory', query: killed },
        ];
      },
    },
    connector: createConnector(session, status),
    checkMetrics: (dialect, ask) => session(ask, (opened) => checkMetrics(opened, now(), dialect)),
  };
}
