import {
  currentMetricsListSchema,
  currentMetricsSchema,
  metricCatalogSchema,
  metricsBulkRequestSchema,
  metricTargetTypes,
  metricTypes,
  seriesListSchema,
  seriesSchema,
  targetNamesSchema,
} from '../schemas/metrics.ts';
import { operation, paging, timeWindow } from './operation.ts';

export const metricOperations = [
  operation({
    id: 'metrics.target',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/metrics',
    summary: 'Get the series of a target.',
    query: {
      ...timeWindow,
      targetType: { type: 'text', values: metricTargetTypes, description: 'Only series of this target type.' },
      metricType: { type: 'text', values: metricTypes, description: 'Only series of this metric type.' },
      metricName: { type: 'text', description: 'Only series of this metric, such as cpu.' },
    },
    answer: seriesSchema,
  }),
  operation({
    id: 'metrics.current',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/metrics/current',
    summary: 'Get the current usage and requests of the containers of a target.',
    answer: currentMetricsSchema,
    envelope: true,
  }),
  operation({
    id: 'metrics.currentBulk',
    method: 'POST',
    path: '/v1/ast/metrics/current/bulk',
    summary: 'Get the current usage and requests of the containers of several targets.',
    body: targetNamesSchema,
    answer: currentMetricsListSchema,
  }),
  operation({
    id: 'metrics.bulk',
    method: 'POST',
    path: '/v1/metrics/bulk',
    summary: 'Get several series by their ids, in the requested order.',
    body: metricsBulkRequestSchema,
    answer: seriesListSchema,
  }),
  operation({
    id: 'metrics.timeseries',
    method: 'GET',
    path: '/v1/metrics/timeseries',
    summary: 'Get several series by their ids, with common timestamps.',
    query: {
      ...timeWindow,
      metricIds: { type: 'texts', required: true, description: 'Ids from a catalog.' },
      associated: { type: 'boolean', description: 'Adds the series that belong to the requested ones.' },
    },
    answer: seriesSchema,
  }),
  operation({
    id: 'metrics.catalog',
    method: 'GET',
    path: '/v1/metrics/catalog',
    summary: 'List all metrics.',
    query: paging,
    answer: metricCatalogSchema,
  }),
  operation({
    id: 'metrics.targetCatalog',
    method: 'GET',
    path: '/v1/metrics/{namespace}/{name}/catalog',
    summary: 'List the metrics of a target.',
    answer: metricCatalogSchema,
  }),
] as const;
