import { costAnalysisSchema, costBuckets, kpiListSchema, targetListItemsSchema } from '../schemas/views.ts';
import { operation, paging, timeWindow } from './operation.ts';

export const viewOperations = [
  operation({
    id: 'views.kpis',
    method: 'GET',
    path: '/v1/views/kpis',
    summary: 'Get the KPIs of all targets.',
    answer: kpiListSchema,
    envelope: true,
  }),
  operation({
    id: 'views.namespaceKpis',
    method: 'GET',
    path: '/v1/views/namespaces/{namespace}/kpis',
    summary: 'Get the KPIs of a namespace.',
    answer: kpiListSchema,
    envelope: true,
  }),
  operation({
    id: 'views.namespaceTargets',
    method: 'GET',
    path: '/v1/views/namespaces/{namespace}/asts',
    summary: 'List the targets of a namespace with status, utilization and yearly cost.',
    query: {
      managed: {
        type: 'boolean',
        description: 'true: targets in autonomous mode; false: in recommendation mode; absent: both.',
      },
      sort: {
        type: 'text',
        pattern: '^[+-](name|mode|cost)$',
        description: '+ (ascending) or - (descending) and a field: name, mode or cost. Missing costs are always last.',
      },
      ...paging,
    },
    answer: targetListItemsSchema,
    envelope: true,
  }),
  operation({
    id: 'views.costAnalysis',
    method: 'GET',
    path: '/v1/views/cost/analysis',
    summary: 'Get saved and wasted resource-hours over time, and the targets that contribute most.',
    query: {
      ...timeWindow,
      bucket: {
        type: 'text',
        required: true,
        values: costBuckets,
        description: 'Length of one entry of the breakdown, in UTC.',
      },
    },
    answer: costAnalysisSchema,
  }),
] as const;
