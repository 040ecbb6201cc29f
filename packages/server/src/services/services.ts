import { minuteMs, secondMs, targetKey } from '@trimtab/core';
import type { AppDeps, Store, TargetRecord } from '../ports/index.ts';
import { createArtifacts } from './artifacts/artifacts.ts';
import { cacheStore } from './cache/cached-store.ts';
import { createChanges, withRecordedSuggestions } from './changes/changes.ts';
import { createConnectors } from './connectors/connectors.ts';
import { createCostAnalysis } from './costs/cost-analysis.ts';
import { createCosts } from './costs/costs.ts';
import { createNodeCosts } from './costs/node-costs.ts';
import { createEnrollment } from './enrollment/enrollment.ts';
import { createPreflight } from './enrollment/preflight.ts';
import { createTargetReports } from './enrollment/target-reports.ts';
import { createExport } from './export/export.ts';
import { createInsights } from './insights/insights.ts';
import { createCurrentMetrics } from './metrics/current-metrics.ts';
import { type MetricKey, metricId } from './metrics/metric-ids.ts';
import { createMetricSeries } from './metrics/metric-series-reader.ts';
import { createPodLogs } from './pod-logs/pod-logs.ts';
import { adviseFrom } from './queue/advise.ts';
import { createQueue, type Queue, type QueueOptions } from './queue/queue.ts';
import { createWorker } from './queue/worker.ts';
import { createReadiness } from './readiness/readiness.ts';
import { createReliability } from './reliability/reliability.ts';
import { createRollups } from './rollups/rollups.ts';
import { createSources } from './sources/sources.ts';
import { createWorkScope } from './sources/work-scope.ts';
import { createOnDemandSuggestions } from './suggestions/on-demand.ts';
import { createSuggestions, keepCurrent } from './suggestions/suggestions.ts';
import { createWhatIf } from './suggestions/what-if.ts';
import { createAllTargets } from './targets/all-targets.ts';
import { createKpis } from './targets/kpis.ts';
import { createPagination } from './targets/pagination.ts';
import { createSharedRows } from './targets/shared-rows/shared-rows.ts';
import { createSnapshots, type Snapshots } from './targets/snapshot.ts';
import type { ListRow } from './targets/target-row.ts';
import { createTargets } from './targets/targets.ts';
import { createUsageHistory } from './usage-history/usage-history.ts';

/** The maximum number of rows in the lists that are kept for paging. A row takes two to three kilobytes. */
const mostRecords = 40_000;
const mostRows = 20_000;
/** An entry has about 100 bytes. The catalog of 10,000 targets fits. */
const mostMetrics = 100_000;

/** The services that implement the calls of the API. Routes use only these services. */
export type Services = ReturnType<typeof createServices>;

export function createServices(deps: AppDeps) {
  const { store, stored } = cacheStore(deps.store, deps.clock);
  const sources = createSources(deps);
  // Background work may still run when the server stops, and fails because the store is closed. Do not log that.
  const ending = new AbortController();
  const end = () => ending.abort();
  const logger: AppDeps['logger'] = (...line) => void (ending.signal.aborted || deps.logger(...line));
  const recording = withRecordedSuggestions(store, stored);
  const { shared } = store;
  const paging = { clock: deps.clock, shared };
  if (shared !== undefined) {
    deps.telemetry?.offer({
      name: 'work_shares',
      help: 'Shares of the background work that this replica holds, of 64.',
      label: 'replica',
      read: async () => new Map([[shared.replica, shared.held()]]),
    });
  }
  const background = { clock: deps.clock, logger, store: recording, shared, stored, ending: ending.signal };
  const mayExist = (namespace: string, name: string) => store.targets.mayExist?.(namespace, name) ?? false;
  const usageHistory =
    deps.history === undefined ? null : createUsageHistory(deps.history, store.states, { ...background, mayExist });
  const workScope = createWorkScope(shared, stored, sources);
  const suggestions = createSuggestions({
    deps: deps.limitPolicy === undefined ? background : { ...background, limitPolicy: deps.limitPolicy },
    stored,
    usageHistory,
    sources,
    workScope,
    stopping: deps.stopping,
  });
  deps.scheduler?.every(minuteMs, 'suggestions', (signal) => {
    // Every run passes the same listener, so it is registered only once.
    signal.addEventListener('abort', end);
    return keepCurrent(suggestions, stored);
  });
  const snapshots = createSnapshots(deps, stored, sources, suggestions, workScope);
  const divided = { ...deps, ...background, snapshots, sources, suggestions, workScope };
  const sharedRows = shared === undefined ? null : createSharedRows({ ...divided, shared });
  const lists = sharedRows?.lists ?? snapshots;
  if (sharedRows !== null) deps.scheduler?.every(5 * secondMs, 'rows of lists', sharedRows.write);
  deps.scheduler?.every(minuteMs, 'target reports', createTargetReports(store, snapshots, deps));
  const targets = createTargets(deps, store, sources, sharedRows);
  const podLogs = createPodLogs(deps, targets);
  const rollups = createRollups({ deps, store, stored, snapshots, sources, workScope, usageHistory });
  const { history } = rollups;
  deps.scheduler?.every(minuteMs, 'rollups', (signal) => rollups.catchUp(signal));
  const changes = createChanges({
    deps: { ...deps, logger },
    registry: store.targets,
    store,
    stored,
    costHistory: history,
  });
  deps.scheduler?.every(minuteMs, 'changes', (signal) => changes.catchUp(signal));
  const queue = createForecastQueue(deps, store, { stored, mayExist }, snapshots);
  const kpis = createKpis(suggestions.minutesLeft);
  const onDemandSuggestions = createOnDemandSuggestions(deps, stored, sources, suggestions);
  return {
    store,
    stored,
    sources,
    lists,
    allTargets: createAllTargets(lists, sources, changes, paging),
    changes,
    usageHistory,
    suggestions,
    onDemandSuggestions,
    whatIf: createWhatIf({ clock: deps.clock, stored, sources, suggestions }),
    targets,
    podLogs,
    reliability: createReliability(deps, sources, usageHistory),
    paginate: createPagination<TargetRecord>({ name: 'targets', ...paging, mostItems: mostRecords, keyOf: targetKey }),
    paginateMetrics: createPagination<MetricKey>({
      name: 'metrics',
      ...paging,
      mostItems: mostMetrics,
      keyOf: metricId,
    }),
    paginateRows: createPagination<ListRow>({
      name: 'targets of a namespace',
      ...paging,
      mostItems: mostRows,
      keyOf: ({ record }) => targetKey(record),
    }),
    enrollment: createEnrollment(store, sources, deps),
    currentMetrics: createCurrentMetrics(sources),
    kpis,
    metricSeries: createMetricSeries(deps, stored, usageHistory, sources),
    costs: createCosts({ stored, lists, snapshots, history, deps }),
    nodeCosts: createNodeCosts({ deps, stored, snapshots }),
    costAnalysis: createCostAnalysis(history, stored, deps.clock),
    queue,
    insights: createInsights(store.insights, lists, deps.clock),
    artifacts: createArtifacts(store, stored, deps.clock),
    preflight: createPreflight(deps, sources, store),
    connectors: createConnectors(deps),
    openExport: createExport({
      deps,
      stored,
      lists,
      snapshots,
      kpis,
      sources: { targets, metrics: deps.metrics, suggestions, onDemandSuggestions },
      podLogs,
    }),
    clusters: deps.clusters ?? [],
    readiness: createReadiness({ ...deps, store }),
    clock: deps.clock,
    logger: deps.logger,
    version: deps.version,
  };
}

/** The forecast queue, its metrics and the server's own worker. */
function createForecastQueue(
  { clock, logger, scheduler, telemetry }: AppDeps,
  { jobs, shared }: Pick<Store, 'jobs' | 'shared'>,
  { stored, mayExist }: Pick<QueueOptions, 'stored' | 'mayExist'>,
  snapshots: Snapshots,
): Queue {
  const advise = adviseFrom(snapshots);
  const queue = createQueue({ jobs, shared, stored, clock, mayExist, advise: (record) => advise(record, 1) });
  telemetry?.offer({
    name: 'forecast_jobs',
    help: 'Jobs of the forecast queue, by state.',
    label: 'state',
    read: async () => new Map(Object.entries(await queue.stats())),
  });
  scheduler?.every(10 * secondMs, 'forecast queue', createWorker({ queue, stored, snapshots, logger }));
  return queue;
}
