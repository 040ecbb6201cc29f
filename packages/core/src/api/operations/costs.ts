import {
  comparisonListSchema,
  comparisonSchema,
  nodeCostsSchema,
  nodeSettingsSchema,
  potentialSavingsListSchema,
  potentialSavingsSchema,
  unoptimizedSchema,
} from '../schemas/costs.ts';
import { clustersQuery } from './first.ts';
import { operation, paging, timeWindow } from './operation.ts';

export const costOperations = [
  operation({
    id: 'costs.potentialSavings',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/potential-savings/average',
    summary: 'Get the hourly cost of a target, current and with the suggestions.',
    query: timeWindow,
    answer: potentialSavingsSchema,
  }),
  operation({
    id: 'costs.potentialSavingsBulk',
    method: 'GET',
    path: '/v1/ast/potential-savings/average',
    summary: 'List the hourly cost of targets, current and with the suggestions.',
    query: { ...timeWindow, ...paging },
    answer: potentialSavingsListSchema,
  }),
  operation({
    id: 'costs.comparison',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/optimization/comparison/average',
    summary: 'Compare usage, requests and cost of a target with and without optimization.',
    query: timeWindow,
    answer: comparisonSchema,
  }),
  operation({
    id: 'costs.comparisonBulk',
    method: 'GET',
    path: '/v1/ast/optimization/comparison/average',
    summary: 'Compare usage, requests and cost of targets with and without optimization.',
    query: { ...timeWindow, ...paging },
    answer: comparisonListSchema,
  }),
  operation({
    id: 'costs.nodes',
    method: 'GET',
    path: '/v1/cost-savings/nodes',
    summary: 'Get the nodes of the cluster with their prices, and how many the pods need now and with the suggestions.',
    query: { clusters: clustersQuery },
    answer: nodeCostsSchema,
  }),
  operation({
    id: 'costs.settings',
    method: 'GET',
    path: '/v1/cost-savings/settings',
    summary: 'Get the capacity and price of a node.',
    answer: nodeSettingsSchema,
  }),
  operation({
    id: 'costs.saveSettings',
    method: 'POST',
    path: '/v1/cost-savings/settings',
    summary: 'Set the capacity and price of a node.',
    body: nodeSettingsSchema,
    answer: nodeSettingsSchema,
  }),
  operation({
    id: 'costs.recordUnoptimized',
    method: 'POST',
    path: '/v1/ast/{namespace}/{name}/unoptimized',
    summary: 'Record the state of a workload before autonomous mode.',
    body: unoptimizedSchema,
  }),
] as const;
