import {
  artifactListSchema,
  artifactSchema,
  connectorListSchema,
  connectorMetricListSchema,
  connectorMetricSchema,
  healthSchema,
  insightListSchema,
  insightRequestSchema,
  insightSchema,
  labeledSeriesSchema,
  mergePatchSchema,
  namespaceListSchema,
  openApiSchema,
  ticketSchema,
} from '../schemas/system.ts';
import { operation, timeWindow } from './operation.ts';

const range = {
  start: { ...timeWindow.start, required: true },
  end: { ...timeWindow.end, required: true },
} as const;

const exportQuery = {
  'include-pod-logs': { type: 'boolean', description: 'Adds the logs of pods.' },
  'include-metrics': { type: 'boolean', description: 'Adds metrics.' },
  namespace: { type: 'text', description: 'With targetName: only this target.' },
  targetName: { type: 'text', description: 'With namespace: only this target.' },
  start: { ...range.start, fallback: 'seven days before the end' },
  end: { ...range.end, fallback: 'now' },
} as const;

const connectorQuery = {
  ...range,
  query: { type: 'text', required: true, description: 'The query, in the language of the connector.' },
  interval: { type: 'text', description: 'Time between two values, such as 60s.' },
} as const;

export const systemOperations = [
  operation({
    id: 'namespaces.list',
    method: 'GET',
    path: '/v1/system/namespaces',
    summary: 'List namespaces.',
    query: { include_trimtab: { type: 'boolean', description: 'true: includes the namespace of Trimtab itself.' } },
    answer: namespaceListSchema,
  }),
  operation({
    id: 'artifacts.list',
    method: 'GET',
    path: '/v1/artifacts',
    summary: 'List artifacts.',
    answer: artifactListSchema,
  }),
  operation({
    id: 'artifacts.get',
    method: 'GET',
    path: '/v1/artifacts/{name}',
    summary: 'Get an artifact.',
    answer: artifactSchema,
  }),
  operation({
    id: 'artifacts.patch',
    method: 'PATCH',
    path: '/v1/artifacts/{name}',
    summary: 'Change the labels and the content of an artifact by a JSON merge patch (RFC 7396).',
    body: mergePatchSchema,
    answer: artifactSchema,
  }),
  operation({
    id: 'connectors.list',
    method: 'GET',
    path: '/v1/connectors',
    summary: 'List connectors and whether they are available.',
    answer: connectorListSchema,
  }),
  operation({
    id: 'connectors.metrics',
    method: 'GET',
    path: '/v1/connectors/{connector}/metrics',
    summary: 'List the metrics of a connector.',
    answer: connectorMetricListSchema,
  }),
  operation({
    id: 'connectors.metric',
    method: 'GET',
    path: '/v1/connectors/{connector}/metrics/{metricName}',
    summary: 'Describe a metric of a connector.',
    answer: connectorMetricSchema,
  }),
  operation({
    id: 'connectors.series',
    method: 'GET',
    path: '/v1/connectors/{connector}/series',
    summary: 'Query series from a connector.',
    query: connectorQuery,
    answer: labeledSeriesSchema,
  }),
  operation({
    id: 'connectors.timeseries',
    method: 'GET',
    path: '/v1/connector/{connector}/timeseries',
    summary: 'Query series from a connector, at the older address.',
    query: connectorQuery,
    answer: labeledSeriesSchema,
  }),
  operation({
    id: 'insights.create',
    method: 'POST',
    path: '/v1/insights',
    summary: 'Record an insight.',
    body: insightRequestSchema,
    answer: insightSchema,
  }),
  operation({
    id: 'insights.active',
    method: 'GET',
    path: '/v1/insights/active',
    summary: 'List the current insights.',
    answer: insightListSchema,
  }),
  operation({
    id: 'diagnostics.export',
    method: 'GET',
    path: '/v1/export',
    summary: 'Download diagnostics as a compressed archive.',
    query: {
      ...exportQuery,
      ticket: {
        type: 'text',
        description:
          'A ticket from POST /v1/export/tickets with the same parameters. It replaces the token, which a new window cannot send.',
      },
    },
    download: true,
  }),
  operation({
    id: 'diagnostics.createTicket',
    method: 'POST',
    path: '/v1/export/tickets',
    summary: 'Get a ticket for one download of diagnostics with exactly these parameters, valid for a minute.',
    query: exportQuery,
    answer: ticketSchema,
  }),
  operation({
    id: 'system.health',
    method: 'GET',
    path: '/healthz',
    summary: 'Check whether the server is running.',
    answer: healthSchema,
    open: true,
  }),
  operation({
    id: 'system.ready',
    method: 'GET',
    path: '/readyz',
    summary: 'Check whether the server is ready: 503 if its store or the identity provider cannot be reached.',
    answer: healthSchema,
    open: true,
  }),
  operation({
    id: 'system.openapi',
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'Get this document.',
    answer: openApiSchema,
  }),
] as const;
