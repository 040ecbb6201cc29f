export type { ArchivedFigures, ArchiveSource, Steps } from './archive-source.ts';
export type { Clock } from './clock.ts';
export type {
  ClusterSource,
  ContainerSpec,
  HpaMetric,
  HpaState,
  PodState,
  Workload,
  WorkloadIdentity,
} from './cluster-source.ts';
export { type Connector, type ConnectorMetric, type LabeledValues, QueryError } from './connector.ts';
export type { Bins, HistorySource, WorkloadHistory } from './history-source.ts';
export { type Ask, type Listing, type Scope, SourceError, type Window } from './listing.ts';
export type { ContainerUsage, MetricsSource, ResourceUsage, UsageSeries, WorkloadUsage } from './metrics-source.ts';
export type {
  AnswerStore,
  ArtifactNote,
  ArtifactStore,
  DayRange,
  InsightStore,
  Job,
  JobState,
  JobStore,
  KeptAnswer,
  NewJob,
  RollupBlock,
  RollupStore,
  RollupSummary,
  RollupTarget,
  StoredInsight,
  StoredSuggestion,
  SuggestionStore,
} from './records.ts';
export type { Scheduler } from './scheduler.ts';
export {
  type EnrollOutcome,
  type ModelMode,
  type StateStore,
  type Store,
  StoreError,
  type TargetMode,
  type TargetRecord,
  type TargetState,
  type UnoptimizedState,
} from './store.ts';
export { type CacheResult, type Reading, silentTelemetry, type Telemetry, type UpstreamCost } from './telemetry.ts';
