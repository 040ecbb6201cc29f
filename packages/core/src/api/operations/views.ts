import { changeEvents, changeListSchema, exportRecordSchema } from '../schemas/changes.ts';
import { costAnalysisSchema, costBuckets } from '../schemas/costs.ts';
import { namespacePreflightSchema } from '../schemas/targets.ts';
import {
  clusterTargetSortFields,
  clusterTargetsSchema,
  recommendationTypes,
  severities,
  targetRisks,
  targetViews,
} from '../schemas/views.ts';
import { clustersQuery, firstViews } from './first.ts';
import { operation, paging, timeWindow } from './operation.ts';

export const viewOperations = [
  ...firstViews,
  operation({
    id: 'views.targets',
    method: 'GET',
    path: '/v1/views/asts',
    summary: 'List the targets of all namespaces, sorted and filtered, with totals.',
    query: {
      view: {
        type: 'text',
        values: targetViews,
        fallback: 'all',
        description: 'The targets at risk, those with savings, those that need attention, or all.',
      },
      namespaces: { type: 'texts', description: 'Only these namespaces, separated by commas.' },
      clusters: clustersQuery,
      kinds: { type: 'texts', description: 'Only workloads of these kinds, such as Deployment, separated by commas.' },
      labels: {
        type: 'text',
        description: 'A label selector in the syntax of Kubernetes, such as team=payments,tier in (web,api),!legacy.',
      },
      where: {
        type: 'text',
        description:
          'Only targets whose figures meet all comparisons, such as cpu>90,net>=1000. Figures: cpu and memory (utilization ' +
          'in percent), oom_kills and restarts (of 7 days), net and cost (dollars a year). An unknown figure meets none.',
      },
      text: { type: 'text', description: 'Only targets with this text in namespace/name, in any case.' },
      managed: {
        type: 'boolean',
        description: 'true: targets in autonomous mode; false: in recommendation mode; absent: both.',
      },
      severity: { type: 'text', values: severities, description: 'Only targets with a status of this severity.' },
      risk: { type: 'text', values: targetRisks, description: 'Only the targets that the KPI of this name counts.' },
      change: {
        type: 'text',
        values: recommendationTypes,
        description: 'Only targets with a recommendation of this type.',
      },
      incidents: {
        type: 'text',
        values: ['oom_kills', 'restarts'],
        description: 'Only targets with an out-of-memory kill, or with a restart, in the last 7 days.',
      },
      changedSince: { type: 'instant', description: 'Only targets whose `last_change` is at this time or later.' },
      sort: {
        type: 'text',
        pattern: `^[+-](${clusterTargetSortFields.join('|')})$`,
        fallback: '+name',
        description: '+ (ascending) or - (descending) and a field. Missing values are always last.',
      },
      ...paging,
    },
    answer: clusterTargetsSchema,
  }),
  operation({
    id: 'views.changes',
    method: 'GET',
    path: '/v1/views/changes',
    summary: 'List what happened to targets, newest first: changes in the cluster, suggestions, exports, enrollments.',
    query: {
      namespace: { type: 'text', description: 'Only targets of this namespace.' },
      clusters: clustersQuery,
      name: { type: 'text', description: 'Only targets with this name.' },
      events: {
        type: 'texts',
        description: `Only these events, separated by commas: ${changeEvents.join(', ')}.`,
      },
      ...timeWindow,
      ...paging,
    },
    answer: changeListSchema,
  }),
  operation({
    id: 'views.recordExport',
    method: 'POST',
    path: '/v1/views/changes',
    summary: 'Record that the suggested changes of targets were exported.',
    body: exportRecordSchema,
  }),
  operation({
    id: 'views.preflight',
    method: 'GET',
    path: '/v1/views/namespaces/{namespace}/preflight',
    summary: 'Check all workloads of a namespace that can be enrolled.',
    answer: namespacePreflightSchema,
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
      clusters: clustersQuery,
    },
    answer: costAnalysisSchema,
  }),
] as const;
