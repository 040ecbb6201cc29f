export type { CallOptions } from './api/caller.ts';
export { type Client, type ClientOptions, createClient } from './api/client.ts';
export type { ClientClock } from './api/clock.ts';
export {
  configurationDeadlineMs,
  type LoadConfigurationOptions,
  loadConfiguration,
  readConfiguration,
} from './api/configuration.ts';
export {
  type Comparison,
  comparisonListSchema,
  comparisonSchema,
  type NodeSettings,
  nodeSettingsSchema,
  type PotentialSavings,
  potentialSavingsListSchema,
  potentialSavingsSchema,
  type Unoptimized,
  unoptimizedSchema,
} from './api/costs.ts';
export type { ExportParameters } from './api/diagnostics.ts';
export type { Download } from './api/download.ts';
export {
  type Explanation,
  explanationSchema,
  type ReportCard,
  replayFiguresSchema,
  reportCardSchema,
} from './api/extensions.ts';
export type { FetchInit, FetchLike, FetchResponse } from './api/fetch.ts';
export { basicPageSize, detailedPageSize, type TargetPage } from './api/lists.ts';
export type { ClientLogger } from './api/logger.ts';
export {
  type CurrentMetrics,
  currentMetricsListSchema,
  currentMetricsSchema,
  type MetricDescriptor,
  metricCatalogSchema,
  metricDescriptorSchema,
  metricsBulkSchema,
  metricTargetTypes,
  metricTypes,
  type Series,
  type SeriesMetric,
  seriesListSchema,
  seriesSchema,
  type TargetName,
  targetNameSchema,
  targetNamesSchema,
} from './api/metrics.ts';
export type { Operation, QueryParameter, TimeParameter } from './api/operation.ts';
export { type OperationId, type OperationOf, operationOf, operations } from './api/operations.ts';
export {
  collectPages,
  type Page,
  type PageAnswer,
  type PageRequest,
  pageLimit,
  paginate,
  targetKey,
} from './api/pages.ts';
export { type ParsedBody, parseBody } from './api/request-body.ts';
export type { EnrollParameters } from './api/shaped-calls.ts';
export {
  type ForecastJob,
  forecastJobSchema,
  jobStates,
  jobStatusSchema,
  namesSchema,
  type QueueStats,
  queueStatsSchema,
  type Suggestion,
  type SuggestionOutcomes,
  someTargetsSchema,
  suggestionListSchema,
  suggestionOutcomeListSchema,
  suggestionSchema,
} from './api/suggestions.ts';
export {
  type Artifact,
  artifactListSchema,
  artifactSchema,
  artifactSummarySchema,
  connectorListSchema,
  connectorMetricListSchema,
  connectorMetricSchema,
  connectorSchema,
  errorBodySchema,
  healthSchema,
  type Insight,
  insightListSchema,
  insightRequestSchema,
  insightSchema,
  insightTypes,
  type LabeledSeries,
  labeledSeriesSchema,
  mergePatchSchema,
  type Namespace,
  namespaceListSchema,
  namespaceSchema,
  openApiSchema,
  type Ticket,
  ticketSchema,
} from './api/system.ts';
export {
  type AstSpecView,
  astSpecViewSchema,
  type Candidate,
  type Candidates,
  candidateSchema,
  candidatesSchema,
  type EnhancedTarget,
  enhancedTargetSchema,
  enrollRequestSchema,
  type Hpa,
  hpaSchema,
  namespaceTargetsSchema,
  type Owner,
  ownerSchema,
  type Pod,
  type Preflight,
  podListSchema,
  podSchema,
  preflightRequestSchema,
  preflightSchema,
  type ScaleTarget,
  type ScaleTargetRefWire,
  scaleTargetRefSchema,
  scaleTargetSchema,
  type TargetList,
  targetListSchema,
} from './api/targets.ts';
export type { TokenProvider } from './api/token-session.ts';
export {
  type CostAnalysis,
  type CostBucket,
  costAnalysisSchema,
  costBuckets,
  type Kpi,
  type KpiId,
  kpiIds,
  kpiLabels,
  kpiListSchema,
  kpiSchema,
  type RecommendationType,
  type ResourceHours,
  recommendationTypes,
  type Severity,
  type SortField,
  severities,
  sortFields,
  type TargetListItem,
  targetListItemSchema,
  targetListItemsSchema,
} from './api/views.ts';
export {
  type BreakdownBar,
  breakdownBars,
  breakdownTotals,
  type ContributorBar,
  contributorBars,
  hoursToDollars,
} from './cost/breakdown.ts';
export {
  type ComparisonRow,
  type CostEstimate,
  comparisonRow,
  currentVariant,
  estimateCosts,
  requestedAmounts,
  unknownCost,
  usedAmounts,
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
  type ForecastSums,
  forecastMonthly,
  type HourlyFigure,
  projectedAnnual,
  topOpportunities,
  topSavingOpportunities,
  totalForecastMonthlySavings,
} from './cost/forecast.ts';
export {
  type CostPair,
  costGap,
  directedGap,
  type HorizontalInput,
  horizontalCost,
  horizontalGap,
  largerGap,
  type VerticalInput,
  verticalCost,
  verticalGap,
} from './cost/gaps.ts';
export { bottleneck, defaultNodeSettings, hourlyCost, type ResourceAmounts, resourceCosts } from './cost/node.ts';
export {
  applyNodeInput,
  type NodeInput,
  nodeInputs,
  readNodeSettings,
  stepNodeInput,
  writeNodeSettings,
} from './cost/node-inputs.ts';
export {
  hoursPerMonth,
  hoursPerYear,
  monthlyEstimate,
  monthsPerYear,
  yearlyFigure,
  yearlyFromMonths,
} from './cost/periods.ts';
export {
  currentPercent,
  impactKind,
  type SimulatedPercentages,
  type SimulatedTarget,
  type SimulatorRow,
  type SimulatorTotals,
  simulateTarget,
  simulatorTotals,
  sliderPosition,
  sliderRange,
} from './cost/simulator.ts';
export { type StatsFigure, type StatsLabel, statsFigure, statsLabels } from './cost/stats-figure.ts';
export { displayText } from './display-text.ts';
export { bucketStart, bucketStarts, nextBucketStart } from './domain/buckets.ts';
export { type Extras, emptyConfiguration, type RuntimeConfiguration } from './domain/configuration.ts';
export { type ContainerResource, containerResources } from './domain/container-resources.ts';
export {
  type CostRange,
  costRangeFacts,
  costRanges,
  costRangeWindow,
  defaultCostRange,
  parseCostRange,
} from './domain/cost-range.ts';
export {
  capitalize,
  type Direction,
  deriveDirection,
  directions,
  scalesReplicas,
  scalesRequests,
} from './domain/direction.ts';
export { defaultNamespaceFlag, type FeatureFlags, featureFlags } from './domain/feature-flags.ts';
export {
  assessHealth,
  type ContainerHealth,
  type Health,
  type HealthRisk,
  noRequestRisk,
  type RiskType,
  type RiskWeight,
  type UsageOfRequest,
  utilizationRisk,
  workloadUtilization,
} from './domain/health.ts';
export { appendReading, historyLength, type UtilizationHistory } from './domain/history.ts';
export {
  enhancedHpaMetrics,
  enhancedHpaMetricTypes,
  type HpaMetricSource,
  type HpaMetricType,
  type HpaTargetType,
  hpaMetricSources,
  hpaMetricTypes,
  hpaTargetTypes,
} from './domain/hpa-metrics.ts';
export { arrangeKpis, targetSummaryKpiIds } from './domain/kpi.ts';
export { isManaged, type ManagedResources, managedContainers } from './domain/managed.ts';
export { type DirectionSpec, deriveMode, isAutonomousMode, type Mode, type TargetSpec } from './domain/mode.ts';
export { type PredictedNeedBadge, predictedNeedBadge } from './domain/predicted-need.ts';
export {
  type RecommendationFacts,
  recommendationType,
  type TargetRecommendation,
} from './domain/recommendation-type.ts';
export { finiteOrNull, isResourceName, type PerResource, type ResourceName, resourceNames } from './domain/resource.ts';
export { deriveScaleTargetRef, type ScaleTargetRef } from './domain/scale-target-ref.ts';
export {
  defaultSort,
  nextSort,
  parseSort,
  type Sort,
  type SortDirection,
  sortParameter,
} from './domain/sort.ts';
export {
  assessStatus,
  hoursBeforeAdvice,
  needsHistory,
  type StatusFacts,
  scaledToZeroText,
  type TargetStatus,
  workloadMissingLabel,
} from './domain/status.ts';
export { type ResourceAdvice, resourceAdvice } from './domain/suggestion.ts';
export { targetHealth } from './domain/target-health.ts';
export {
  compareText,
  groupByNamespace,
  longestName,
  type NamespaceGroup,
  searchTargets,
} from './domain/target-list.ts';
export { relativeChange, suggestionTolerance, withinTolerance } from './domain/tolerance.ts';
export {
  classifyUtilization,
  type UtilizationClass,
  utilization,
  utilizationThresholds,
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
export {
  AddressError,
  ApiError,
  CanceledError,
  InvalidResponseError,
  isWorkloadMissing,
  NetworkError,
  RequiredParameterError,
  TimeoutError,
  TrimtabError,
  toastText,
  workloadMissingText,
} from './errors.ts';
export { formatAge, formatElapsed, formatLastForecast } from './format/age.ts';
export {
  type DateOptions,
  type DatePattern,
  formatDate,
  formatDateBucket,
  formatDateDay,
  formatDateStrict,
  formatDateSuggestion,
  formatDateTime,
} from './format/date.ts';
export { type Instant, readInstant } from './format/instant.ts';
export { formatKpiValue } from './format/kpi.ts';
export { longestLabel, truncateLabel } from './format/label.ts';
export { type Figure, missingMark, notAvailable } from './format/missing.ts';
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
