export {
  comparisonListSchema,
  comparisonSchema,
  nodeSettingsSchema,
  potentialSavingsListSchema,
  potentialSavingsSchema,
  unoptimizedSchema,
  type Comparison,
  type NodeSettings,
  type PotentialSavings,
  type Unoptimized,
} from './api/costs.ts';
export {
  currentMetricsListSchema,
  currentMetricsSchema,
  metricCatalogSchema,
  metricDescriptorSchema,
  metricTargetTypes,
  metricTypes,
  metricsBulkSchema,
  seriesListSchema,
  seriesSchema,
  targetNameSchema,
  targetNamesSchema,
  type CurrentMetrics,
  type MetricDescriptor,
  type Series,
  type SeriesMetric,
  type TargetName,
} from './api/metrics.ts';
export {
  forecastJobSchema,
  jobStates,
  jobStatusSchema,
  namesSchema,
  queueStatsSchema,
  someTargetsSchema,
  suggestionListSchema,
  suggestionOutcomeListSchema,
  suggestionSchema,
  type ForecastJob,
  type QueueStats,
  type Suggestion,
  type SuggestionOutcomes,
} from './api/suggestions.ts';
export {
  artifactListSchema,
  artifactSchema,
  artifactSummarySchema,
  connectorListSchema,
  connectorMetricListSchema,
  connectorMetricSchema,
  connectorSchema,
  errorBodySchema,
  healthSchema,
  insightListSchema,
  insightRequestSchema,
  insightSchema,
  insightTypes,
  labelledSeriesSchema,
  mergePatchSchema,
  namespaceListSchema,
  namespaceSchema,
  openApiSchema,
  type Artifact,
  type Insight,
  type LabelledSeries,
  type Namespace,
} from './api/system.ts';
export {
  astSpecViewSchema,
  candidateSchema,
  candidatesSchema,
  enhancedTargetSchema,
  enrolRequestSchema,
  hpaSchema,
  namespaceTargetsSchema,
  ownerSchema,
  podListSchema,
  podSchema,
  preflightRequestSchema,
  preflightSchema,
  scaleTargetRefSchema,
  scaleTargetSchema,
  targetListSchema,
  type AstSpecView,
  type Candidate,
  type Candidates,
  type EnhancedTarget,
  type Hpa,
  type Owner,
  type Pod,
  type Preflight,
  type ScaleTarget,
  type ScaleTargetRefWire,
  type TargetList,
} from './api/targets.ts';
export {
  costAnalysisSchema,
  costBuckets,
  kpiIds,
  kpiListSchema,
  kpiSchema,
  recommendationTypes,
  severities,
  sortFields,
  targetListItemSchema,
  targetListItemsSchema,
  type CostAnalysis,
  type CostBucket,
  type Kpi,
  type KpiId,
  type RecommendationType,
  type ResourceHours,
  type Severity,
  type SortField,
  type TargetListItem,
} from './api/views.ts';
export {
  CONFIGURATION_DEADLINE_MS,
  type LoadConfigurationOptions,
  loadConfiguration,
  readConfiguration,
} from './api/configuration.ts';
export type { CallOptions } from './api/caller.ts';
export { type Client, type ClientOptions, createClient } from './api/client.ts';
export type { ClientClock } from './api/clock.ts';
export type { ExportParameters } from './api/diagnostics.ts';
export type { Download } from './api/download.ts';
export type { FetchInit, FetchLike, FetchResponse } from './api/fetch.ts';
export { BASIC_PAGE_SIZE, DETAILED_PAGE_SIZE, type TargetPage } from './api/lists.ts';
export type { ClientLogger } from './api/logger.ts';
export type { Operation, QueryParameter, TimeParameter } from './api/operation.ts';
export { type OperationId, type OperationOf, operationOf, operations } from './api/operations.ts';
export {
  collectPages,
  MAX_PAGES,
  type Page,
  type PageAnswer,
  type PageRequest,
  paginate,
  targetKey,
} from './api/pages.ts';
export { type ParsedBody, parseBody } from './api/request-body.ts';
export type { EnrolParameters } from './api/shaped-calls.ts';
export type { TokenProvider } from './api/token-session.ts';
export { displayText } from './display-text.ts';
export {
  AddressError,
  ApiError,
  CancelledError,
  InvalidResponseError,
  isWorkloadMissing,
  NetworkError,
  RequiredParameterError,
  TimeoutError,
  TrimtabError,
  toastText,
  workloadMissingText,
} from './errors.ts';
export * from './cost/breakdown.ts';
export * from './cost/comparison.ts';
export * from './cost/forecast.ts';
export * from './cost/gaps.ts';
export * from './cost/node.ts';
export * from './cost/periods.ts';
export * from './cost/simulator.ts';
export * from './cost/stats-figure.ts';
export * from './domain/buckets.ts';
export * from './domain/configuration.ts';
export * from './domain/container-resources.ts';
export * from './domain/cost-range.ts';
export * from './domain/direction.ts';
export * from './domain/feature-flags.ts';
export * from './domain/health.ts';
export * from './domain/history.ts';
export * from './domain/hpa-metrics.ts';
export * from './domain/kpi.ts';
export * from './domain/managed.ts';
export * from './domain/mode.ts';
export * from './domain/predicted-need.ts';
export * from './domain/recommendation-type.ts';
export * from './domain/resource.ts';
export * from './domain/scale-target-ref.ts';
export * from './domain/sort.ts';
export * from './domain/status.ts';
export * from './domain/suggestion.ts';
export * from './domain/target-health.ts';
export * from './domain/target-list.ts';
export * from './domain/tolerance.ts';
export * from './domain/utilization.ts';
export * from './domain/windows.ts';
export * from './format/age.ts';
export * from './format/date.ts';
export * from './format/instant.ts';
export * from './format/kpi.ts';
export * from './format/label.ts';
export * from './format/missing.ts';
export * from './format/money.ts';
export * from './format/number.ts';
export * from './format/replicas.ts';
export * from './format/resource.ts';
export * from './format/stats.ts';
export * from './quantity/duration.ts';
export * from './quantity/quantity.ts';
export type { ValueParts } from './format/scale.ts';
