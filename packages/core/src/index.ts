export { type Client, createPageClient } from './api/client/client.ts';
export { loadConfiguration, readConfiguration } from './api/client/configuration.ts';
export type { ExportParameters } from './api/client/diagnostics.ts';
export { exportUrl } from './api/client/export-url.ts';
export { createClient } from './api/client/full-client.ts';
export { pageLimit } from './api/client/pagination.ts';
export type { ClusterTargetFilters } from './api/client/target-pages.ts';
export { type WriteKeys, withWriteKey } from './api/client/write-keys.ts';
export { extensionCalls } from './api/operations/extension-calls.ts';
export { type OperationId, operations } from './api/operations/index.ts';
export { noticeHeader, type Operation } from './api/operations/operation.ts';
export { isWrite, writes } from './api/operations/writes.ts';
export {
  type Change,
  type ChangeCheck,
  type ChangeEvent,
  type ChangeFigures,
  type ChangeList,
  type ChangeState,
  changeEvents,
  changeListSchema,
  changeSchema,
  exportRecordSchema,
} from './api/schemas/changes.ts';
export {
  type Comparison,
  type CostAnalysis,
  type CostBucket,
  comparisonListSchema,
  comparisonSchema,
  costAnalysisSchema,
  costBuckets,
  type NodeCosts,
  type NodeSettings,
  nodeCostsSchema,
  type PotentialSavings,
  potentialSavingsListSchema,
  potentialSavingsSchema,
  type ResourceHours,
  unoptimizedSchema,
} from './api/schemas/costs.ts';
export {
  type Explanation,
  explanationSchema,
  type Outlook,
  outlookSchema,
  type ReportCard,
  reportCardSchema,
  type TradeOff,
  tradeOffSchema,
  type UsageDistribution,
} from './api/schemas/explanations.ts';
export type { PodLogLine } from './api/schemas/logs.ts';
export {
  type CurrentMetrics,
  type MetricDescriptor,
  metricCatalogSchema,
  metricsBulkRequestSchema,
  metricTargetTypes,
  metricTypes,
  type Series,
  seriesListSchema,
  seriesSchema,
  type TargetName,
} from './api/schemas/metrics.ts';
export {
  type ObservedFigure,
  type Reliability,
  type ReliabilityEvent,
  reliabilitySchema,
} from './api/schemas/reliability.ts';
export {
  forecastJobSchema,
  jobStatusSchema,
  namesSchema,
  type QueueStats,
  queueStatsSchema,
  type Suggestion,
  type SuggestionOutcomes,
  someTargetsSchema,
  suggestionListSchema,
  suggestionOutcomesSchema,
  suggestionSchema,
} from './api/schemas/suggestions.ts';
export {
  type Artifact,
  artifactListSchema,
  artifactSchema,
  type Insight,
  insightListSchema,
  insightSchema,
  insightTypes,
  mergePatchSchema,
} from './api/schemas/system.ts';
export {
  type AstSpecView,
  type Candidate,
  type Candidates,
  type CheckedCandidate,
  candidatesSchema,
  type EnhancedTarget,
  type Hpa,
  namespacePreflightSchema,
  ownerSchema,
  type Pod,
  preflightRequestSchema,
  preflightSchema,
  type ScaleTarget,
  targetChangeSchema,
  targetListSchema,
} from './api/schemas/targets.ts';
export {
  type ClusterTarget,
  type ClusterTargetSortField,
  type ClusterTargets,
  clusterTargetSortFields,
  type Kpi,
  type KpiId,
  kpiIds,
  kpiLabels,
  kpiListSchema,
  type Reading,
  type RecommendationType,
  type Severity,
  type SortField,
  severities,
  sortFields,
  type TargetChange,
  type TargetListItem,
  type TargetView,
  targetListItemsSchema,
  targetRisks,
  targetViews,
} from './api/schemas/views.ts';
export { type WhatIf, whatIfRequestSchema, whatIfScale, whatIfSchema } from './api/schemas/what-if.ts';
export type { FetchLike, FetchResponse } from './api/transport/fetch.ts';
export { createRetryBudget, type RetryBudget } from './api/transport/retry-budget.ts';
export { retryAfterMs } from './api/transport/retry-timing.ts';
export type { TokenProvider } from './api/transport/token-session.ts';
export {
  type BreakdownBar,
  breakdownBars,
  breakdownTotals,
  type ContributorBar,
  contributorBars,
  hoursToDollars,
} from './cost/breakdown.ts';
export {
  comparisonRow,
  currentVariant,
  estimateCosts,
  requestedAmounts,
  usedAmounts,
  type Variant,
} from './cost/comparison.ts';
export { explainBucket, explainHours, explainMonthlyCost, explainNode, explainUtilization } from './cost/explain.ts';
export { explainYearlyFigure } from './cost/explain-yearly.ts';
export {
  type ForecastSums,
  forecastMonthly,
  projectedAnnual,
  topSavingOpportunities,
  totalForecastMonthlySavings,
} from './cost/forecast.ts';
export { type CostPair, costGap, directedGap, horizontalCost, largerGap, verticalCost } from './cost/gaps.ts';
export { differingNetEffect, explainNetEffect } from './cost/net-effect.ts';
export {
  bottleneck,
  defaultNodeSettings,
  hourlyCost,
  nodeShares,
  type ResourceAmounts,
  resourceCosts,
} from './cost/node.ts';
export {
  applyNodeInput,
  type NodeInput,
  nodeInputs,
  readNodeSettings,
  stepNodeInput,
  writeNodeSettings,
} from './cost/node-inputs.ts';
export { hoursPerYear, monthsPerYear, yearlyFigure } from './cost/periods.ts';
export { repricedGap } from './cost/reprice.ts';
export {
  impactKind,
  type SimulatedPercentages,
  type SimulatorRow,
  type SimulatorTotals,
  simulateTarget,
  simulatorTotals,
  sliderRange,
} from './cost/simulator.ts';
export { statsFigure } from './cost/stats-figure.ts';
export { displayText } from './display-text.ts';
export { bucketStart, bucketStarts, nextBucketStart } from './domain/buckets.ts';
export { clusterOf, inCluster, isInClusters, withoutCluster } from './domain/cluster.ts';
export { emptyConfiguration, type RuntimeConfiguration } from './domain/configuration.ts';
export { type ContainerResource, containerResources } from './domain/container-resources.ts';
export {
  type CostRange,
  costRangeFacts,
  costRanges,
  costRangeWindow,
  defaultCostRange,
  parseCostRange,
} from './domain/cost-range.ts';
export { capitalize, type Direction, deriveDirection, scalesReplicas, scalesRequests } from './domain/direction.ts';
export { type FeatureFlags, featureFlags } from './domain/feature-flags.ts';
export { type FigureFilter, parseFigureFilter } from './domain/figure-filter.ts';
export { assessHealth, type ContainerHealth, type Health, type HealthRisk } from './domain/health.ts';
export { appendReading, type UtilizationHistory } from './domain/history.ts';
export { targetKey, workloadKey } from './domain/keys.ts';
export { arrangeKpis, targetSummaryKpiIds } from './domain/kpi.ts';
export { type LabelSelector, matchesLabels, parseLabelSelector } from './domain/label-selector.ts';
export { isLimitPolicy, type LimitPolicy, limitPolicies } from './domain/limit-policy.ts';
export { isManaged, managedContainers } from './domain/managed.ts';
export { deriveMode, isAutonomousMode, type Mode } from './domain/mode.ts';
export { type ModelMode, modelModes } from './domain/model-mode.ts';
export { metricResource, otherMetrics } from './domain/other-metrics.ts';
export { predictedNeedBadge } from './domain/predicted-need.ts';
export {
  type RecommendationFacts,
  recommendationType,
  type TargetRecommendation,
} from './domain/recommendation-type.ts';
export {
  finiteOrNull,
  isResourceName,
  type PerResource,
  type ResourceName,
  resourceLabels,
  resourceNames,
} from './domain/resource.ts';
export { resourceAtRisk } from './domain/resource-at-risk.ts';
export { deriveScaleTargetRef } from './domain/scale-target-ref.ts';
export {
  defaultSort,
  nextSort,
  parseSort,
  parseSortBy,
  type Sort,
  type SortDirection,
  sortParameter,
} from './domain/sort.ts';
export {
  assessStatus,
  hoursBeforeAdvice,
  partlyObservedText,
  scaledToZeroText,
  type TargetStatus,
  tooYoungText,
  workloadMissingLabel,
} from './domain/status.ts';
export { lastForecastAt, type ResourceAdvice, resourceAdvice } from './domain/suggestion.ts';
export { isSystemNamespace } from './domain/system-namespaces.ts';
export { targetHealth } from './domain/target-health.ts';
export {
  compareText,
  groupByNamespace,
  longestName,
  type NamespaceGroup,
  searchTargets,
} from './domain/target-list.ts';
export { relativeChange, withinTolerance } from './domain/tolerance.ts';
export {
  type MarkedPoint,
  markedPoints,
  type RequestTradeOff,
  type TradeOffPoint,
  tradeOffLabels,
} from './domain/trade-off.ts';
export { classifyUtilization, type UtilizationClass, utilization } from './domain/utilization.ts';
export { type Confidence, confidenceOf } from './domain/verdict/confidence.ts';
export { distributionFor, replicaMarks, requestMarks, type UsageMark } from './domain/verdict/marks.ts';
export { type Verdict, verdictOf, verdictText } from './domain/verdict/verdict.ts';
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
  yesterday,
} from './domain/windows.ts';
export {
  AddressError,
  ApiError,
  CanceledError,
  InvalidResponseError,
  isMissingCall,
  isWorkloadMissing,
  NetworkError,
  RequiredParameterError,
  TimeoutError,
  toastText,
  workloadMissingText,
} from './errors.ts';
export { formatAge, formatLastForecast } from './format/age.ts';
export {
  changedBy,
  changedValues,
  changeText,
  changeTitle,
  currentCheck,
  isUndoable,
  verificationText,
} from './format/change.ts';
export { type CsvCell, csvText } from './format/csv.ts';
export { formatDate, formatDateBucket, formatDateDay, formatDateSuggestion, formatDateTime } from './format/date.ts';
export { readInstant } from './format/instant.ts';
export { formatKpiValue } from './format/kpi.ts';
export { truncateLabel } from './format/label.ts';
export { formatMinutesPerDay } from './format/minutes-per-day.ts';
export { missingMark, notAvailable } from './format/missing.ts';
export {
  formatMoney,
  formatMoneyCompact,
  formatMoneyExactly,
  formatMoneyKpi,
  formatMoneyRate,
  formatMoneyShort,
  formatYearlyFigure,
  noPreAutonomousText,
} from './format/money.ts';
export { nodePriceNotes, nodeSavingsText } from './format/node-savings.ts';
export {
  formatCount,
  formatCounted,
  formatGigabytes,
  formatPercent,
  formatSi,
  formatWholePercent,
} from './format/number.ts';
export { formatPeak } from './format/peak.ts';
export { type ReliabilityRow, reliabilityEventText, reliabilityRows } from './format/reliability.ts';
export { formatReplicaRange, formatWeekShare } from './format/replicas.ts';
export {
  formatBytes,
  formatCpu,
  formatResource,
  formatUsedOfRequested,
  noRequestText,
  resourceParts,
} from './format/resource.ts';
export { sanitize } from './format/sanitize.ts';
export { formatStatsFigure } from './format/stats.ts';
export { requestQuantity, targetChangeParts } from './format/target-change.ts';
export { formatMinutes, formatNodeShares, type WhatIfFinding, whatIfFindings } from './format/what-if.ts';
export { isRecord } from './is-record.ts';
export { createLimiter } from './limiter.ts';
export { type ContainerAmounts, podQos, type QosClass } from './patch/pod-qos.ts';
export { parseDuration } from './quantity/duration.ts';
export { parseQuantity, printResourceQuantity } from './quantity/quantity.ts';
export {
  resourceStepAbove,
  resourceStepBelow,
  roundDownResource,
  roundUpResource,
  roundUpToUnit,
} from './quantity/resource-steps.ts';
