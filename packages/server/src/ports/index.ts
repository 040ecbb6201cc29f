export type { App, AppDeps, CallerLimits, Rate } from './app-deps.ts';
export type { ArchivedFigures, ArchiveSource, StepValues } from './archive-source.ts';
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
export type { Connector, ConnectorMetric, LabeledValues } from './connector.ts';
export {
  DomainError,
  type DomainErrorKind,
  fromSource,
  isAbort,
  QueryError,
  SourceError,
  StoreError,
  targetNotFound,
  UnauthenticatedError,
  workloadMissing,
} from './errors.ts';
export type { Bins, HistorySource, WorkloadHistory } from './history-source.ts';
export { type Ask, cutPage, type Listing, type Page, type Scope, type Window } from './listing.ts';
export type { Logger } from './logger.ts';
export type { ContainerUsage, MetricsSource, ResourceUsage, UsageSeries, WorkloadUsage } from './metrics-source.ts';
export { type Authenticator, enrollPermission, type Principal, queryPermission } from './principal.ts';
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
export { contextOf, type RequestContext, serverContext } from './request-context.ts';
export type { Scheduler } from './scheduler.ts';
export type {
  EnrollOutcome,
  ModelMode,
  StateStore,
  Store,
  TargetMode,
  TargetRecord,
  TargetState,
  UnoptimizedState,
} from './store.ts';
export { type CacheResult, type Reading, silentTelemetry, type Telemetry, type UpstreamCost } from './telemetry.ts';
