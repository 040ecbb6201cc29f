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
  explanationSchema,
  replayFiguresSchema,
  reportCardSchema,
  type Explanation,
  type ReportCard,
} from './api/extensions.ts';
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
  ticketSchema,
  type Artifact,
  type Insight,
  type LabelledSeries,
  type Ticket,
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
  kpiLabels,
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
export {
  breakdownBars,
  breakdownTotals,
  contributorBars,
  hoursToDollars,
  type BreakdownBar,
  type ContributorBar,
} from './cost/breakdown.ts';
export {
  comparisonRow,
  currentVariant,
  estimateCosts,
  requestedAmounts,
  unknownCost,
  usedAmounts,
  type ComparisonRow,
  type CostEstimate,
  type Variant,
} from './cost/comparison.ts';
export {
  comparisonWindowText,
  explainBucket,
  explainHours,
  explainMonthlyCost,
  explainNode,
  explainUtilization,
  explainYearlyFigure,
} from './cost/explain.ts';
export {
  forecastMonthly,
  projectedAnnual,
  topOpportunities,
  topSavingOpportunities,
  totalForecastMonthlySavings,
  type ForecastSums,
  type HourlyFigure,
} from './cost/forecast.ts';
export {
  costGap,
  directedGap,
  horizontalCost,
  horizontalGap,
  largerGap,
  verticalCost,
  verticalGap,
  type CostPair,
  type HorizontalInput,
  type VerticalInput,
} from './cost/gaps.ts';
export { DEFAULT_NODE_SETTINGS, bottleneck, hourlyCost, resourceCosts, type ResourceAmounts } from './cost/node.ts';
export {
  hoursPerMonth,
  hoursPerYear,
  monthlyEstimate,
  monthsPerYear,
  yearlyFigure,
  yearlyFromMonths,
} from './cost/periods.ts';
export {
  applyNodeInput,
  nodeInputs,
  readNodeSettings,
  stepNodeInput,
  writeNodeSettings,
  type NodeInput,
} from './cost/node-inputs.ts';
export {
  currentPercent,
  impactKind,
  simulateTarget,
  simulatorTotals,
  sliderPosition,
  sliderRange,
  type SimulatedPercentages,
  type SimulatedTarget,
  type SimulatorRow,
  type SimulatorTotals,
} from './cost/simulator.ts';
export { statsFigure, statsLabels, type StatsFigure, type StatsLabel } from './cost/stats-figure.ts';
export { bucketStart, bucketStarts, nextBucketStart } from './domain/buckets.ts';
export { emptyConfiguration, type Extras, type RuntimeConfiguration } from './domain/configuration.ts';
export { containerResources, type ContainerResource } from './domain/container-resources.ts';
export {
  costRangeFacts,
  costRangeWindow,
  costRanges,
  defaultCostRange,
  parseCostRange,
  type CostRange,
} from './domain/cost-range.ts';
export {
  capitalise,
  deriveDirection,
  directions,
  scalesReplicas,
  scalesRequests,
  type Direction,
} from './domain/direction.ts';
export { defaultNamespaceFlag, featureFlags, type FeatureFlags } from './domain/feature-flags.ts';
export {
  assessHealth,
  noRequestRisk,
  utilizationRisk,
  workloadUtilization,
  type ContainerHealth,
  type Health,
  type HealthRisk,
  type RiskType,
  type RiskWeight,
  type UsageOfRequest,
} from './domain/health.ts';
export { appendReading, historyLength, type UtilizationHistory } from './domain/history.ts';
export {
  enhancedHpaMetricTypes,
  enhancedHpaMetrics,
  hpaMetricSources,
  hpaMetricTypes,
  hpaTargetTypes,
  type HpaMetricSource,
  type HpaMetricType,
  type HpaTargetType,
} from './domain/hpa-metrics.ts';
export { arrangeKpis, targetSummaryKpiIds } from './domain/kpi.ts';
export { isManaged, managedContainers, type ManagedResources } from './domain/managed.ts';
export { deriveMode, isAutonomousMode, type DirectionSpec, type Mode, type TargetSpec } from './domain/mode.ts';
export { predictedNeedBadge, type PredictedNeedBadge } from './domain/predicted-need.ts';
export {
  recommendationType,
  type RecommendationFacts,
  type TargetRecommendation,
} from './domain/recommendation-type.ts';
export { finiteOrNull, isResourceName, resourceNames, type PerResource, type ResourceName } from './domain/resource.ts';
export { deriveScaleTargetRef, type ScaleTargetRef } from './domain/scale-target-ref.ts';
export {
  defaultSort,
  nextSort,
  parseSort,
  sortParameter,
  sortTooltip,
  type Sort,
  type SortDirection,
} from './domain/sort.ts';
export {
  assessStatus,
  hoursBeforeAdvice,
  needsHistory,
  scaledToZeroText,
  workloadMissingLabel,
  type StatusFacts,
  type TargetStatus,
} from './domain/status.ts';
export { resourceAdvice, type ResourceAdvice } from './domain/suggestion.ts';
export { targetHealth } from './domain/target-health.ts';
export {
  compareText,
  groupByNamespace,
  longestName,
  searchTargets,
  type NamespaceGroup,
} from './domain/target-list.ts';
export { relativeChange, suggestionTolerance, withinTolerance } from './domain/tolerance.ts';
export {
  classifyUtilization,
  utilization,
  utilizationThresholds,
  type UtilizationClass,
} from './domain/utilization.ts';
export {
  dayMs,
  exportWindow,
  hourMs,
  isoWindow,
  lastHours,
  metricsWindow,
  minuteMs,
  monthsBack,
  savingsWindow,
  secondMs,
  type TimeWindow,
} from './domain/windows.ts';
export { formatAge, formatElapsed, formatLastForecast } from './format/age.ts';
export {
  formatDate,
  formatDateBucket,
  formatDateDay,
  formatDateStrict,
  formatDateSuggestion,
  formatDateTime,
  type DateOptions,
  type DatePattern,
} from './format/date.ts';
export { readInstant, type Instant } from './format/instant.ts';
export { formatKpiValue } from './format/kpi.ts';
export { longestLabel, truncateLabel } from './format/label.ts';
export { MISSING, NOT_AVAILABLE, type Figure } from './format/missing.ts';
export {
  formatMoney,
  formatMoneyCompact,
  formatMoneyKpi,
  formatMoneyRate,
  formatYearlyFigure,
  noPreAutonomousText,
} from './format/money.ts';
export { formatCompact, formatCount, formatPercent, formatSi, formatWholePercent } from './format/number.ts';
export { formatReplicaDifference, formatReplicaRange } from './format/replicas.ts';
export {
  formatBytes,
  formatCpu,
  formatResource,
  formatUsedOfRequested,
  noRequestText,
  resourceParts,
} from './format/resource.ts';
export type { ValueParts } from './format/scale.ts';
export { formatStatsFigure } from './format/stats.ts';
export { parseDuration, printDuration } from './quantity/duration.ts';
export { parseQuantity, printQuantity, printResourceQuantity, type QuantityStyle } from './quantity/quantity.ts';
