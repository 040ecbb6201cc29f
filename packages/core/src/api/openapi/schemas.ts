import * as z from 'zod/mini';
import * as costs from '../schemas/costs.ts';
import * as extensions from '../schemas/explanations.ts';
import { dictionaryValues } from '../schemas/measure.ts';
import * as metrics from '../schemas/metrics.ts';
import * as suggestions from '../schemas/suggestions.ts';
import * as system from '../schemas/system.ts';
import * as targets from '../schemas/targets.ts';
import * as views from '../schemas/views.ts';
import { describeFields, type JsonSchema } from './fields.ts';

/** Names of the schemas in the document. A named schema inside another becomes a reference. */
const named: readonly (readonly [string, z.ZodMiniType])[] = [
  ['AstSpecView', targets.astSpecViewSchema],
  ['Candidate', targets.candidateSchema],
  ['Candidates', targets.candidatesSchema],
  ['EnhancedTarget', targets.enhancedTargetSchema],
  ['EnrollRequest', targets.enrollRequestSchema],
  ['Hpa', targets.hpaSchema],
  ['NamespaceTargets', targets.namespaceTargetsSchema],
  ['Owner', targets.ownerSchema],
  ['Pod', targets.podSchema],
  ['PodList', targets.podListSchema],
  ['Preflight', targets.preflightSchema],
  ['PreflightRequest', targets.preflightRequestSchema],
  ['ScaleTarget', targets.scaleTargetSchema],
  ['ScaleTargetRef', targets.scaleTargetRefSchema],
  ['TargetList', targets.targetListSchema],
  ['CostAnalysis', views.costAnalysisSchema],
  ['Kpi', views.kpiSchema],
  ['KpiList', views.kpiListSchema],
  ['TargetListItem', views.targetListItemSchema],
  ['TargetListItems', views.targetListItemsSchema],
  ['Comparison', costs.comparisonSchema],
  ['ComparisonList', costs.comparisonListSchema],
  ['NodeSettings', costs.nodeSettingsSchema],
  ['PotentialSavings', costs.potentialSavingsSchema],
  ['PotentialSavingsList', costs.potentialSavingsListSchema],
  ['Unoptimized', costs.unoptimizedSchema],
  ['CurrentMetrics', metrics.currentMetricsSchema],
  ['CurrentMetricsList', metrics.currentMetricsListSchema],
  ['MetricCatalog', metrics.metricCatalogSchema],
  ['MetricDescriptor', metrics.metricDescriptorSchema],
  ['MetricsBulkRequest', metrics.metricsBulkSchema],
  ['Series', metrics.seriesSchema],
  ['SeriesList', metrics.seriesListSchema],
  ['TargetName', metrics.targetNameSchema],
  ['TargetNames', metrics.targetNamesSchema],
  ['Explanation', extensions.explanationSchema],
  ['ReportCard', extensions.reportCardSchema],
  ['ForecastJob', suggestions.forecastJobSchema],
  ['JobStatus', suggestions.jobStatusSchema],
  ['Names', suggestions.namesSchema],
  ['QueueStats', suggestions.queueStatsSchema],
  ['SomeTargets', suggestions.someTargetsSchema],
  ['Suggestion', suggestions.suggestionSchema],
  ['SuggestionList', suggestions.suggestionListSchema],
  ['SuggestionOutcomes', suggestions.suggestionOutcomeListSchema],
  ['Artifact', system.artifactSchema],
  ['ArtifactList', system.artifactListSchema],
  ['ArtifactSummary', system.artifactSummarySchema],
  ['Connector', system.connectorSchema],
  ['ConnectorList', system.connectorListSchema],
  ['ConnectorMetric', system.connectorMetricSchema],
  ['ConnectorMetricList', system.connectorMetricListSchema],
  ['ErrorBody', system.errorBodySchema],
  ['Health', system.healthSchema],
  ['Insight', system.insightSchema],
  ['InsightList', system.insightListSchema],
  ['InsightRequest', system.insightRequestSchema],
  ['LabeledSeries', system.labeledSeriesSchema],
  ['MergePatch', system.mergePatchSchema],
  ['Namespace', system.namespaceSchema],
  ['NamespaceList', system.namespaceListSchema],
  ['OpenApi', system.openApiSchema],
  ['Ticket', system.ticketSchema],
];

const referencePattern = '#/components/schemas/';
const names: ReadonlyMap<z.ZodMiniType, string> = new Map(named.map(([name, schema]) => [schema, name]));

/** A reference to a schema of the document. */
export function referenceTo(schema: z.ZodMiniType): JsonSchema {
  const name = names.get(schema);
  if (name === undefined) throw new TypeError('A schema of an operation has no name in the OpenAPI document');
  return { $ref: `${referencePattern}${name}` };
}

/** All schemas as JSON Schema 2020-12 of the transmitted values. How a client reads invalid values is not part of it. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `${referencePattern}${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.default;
      const values = dictionaryValues(zodSchema);
      if (values === undefined) return;
      const { $schema: _, ...additionalProperties } = z.toJSONSchema(values, { io: 'input' });
      Object.assign(jsonSchema, { type: 'object', additionalProperties });
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [
      name,
      describeFields(schema, name),
    ]),
  );
}
