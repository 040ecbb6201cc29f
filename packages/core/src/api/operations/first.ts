import { targetListSchema } from '../schemas/targets.ts';
import { kpiListSchema, targetListItemsSchema } from '../schemas/views.ts';
import { operation, paging } from './operation.ts';

// The calls of the console's first screen. They are in a file of their own, so that a page can load the others later.

export const listTargets = operation({
  id: 'targets.list',
  method: 'GET',
  path: '/v1/ast',
  summary: 'List all targets; with enhancedItems also their workloads.',
  query: {
    enhancedItems: {
      type: 'boolean',
      description: 'Adds itemsEnhanced, without targets whose workload does not exist.',
    },
    ...paging,
    limit: {
      ...paging.limit,
      maximum: 1_000,
      description: 'Maximum number of items; the default is 250. With enhancedItems at most 250; the default is 25.',
    },
  },
  answer: targetListSchema,
});

/** Of a server that reads several clusters, which it announces as `extra.clusters` of /config.json. */
export const clustersQuery = { type: 'texts', description: 'Only these clusters, separated by commas.' } as const;

export const firstViews = [
  operation({
    id: 'views.kpis',
    method: 'GET',
    path: '/v1/views/kpis',
    summary: 'Get the KPIs of all targets.',
    query: { clusters: clustersQuery },
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
] as const;
