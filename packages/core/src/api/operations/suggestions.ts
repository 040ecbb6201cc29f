import {
  forecastJobSchema,
  jobStatusSchema,
  namesSchema,
  queueStatsSchema,
  someTargetsSchema,
  suggestionListSchema,
  suggestionOutcomesSchema,
  suggestionSchema,
} from '../schemas/suggestions.ts';
import { operation, timeWindow } from './operation.ts';

export const suggestionOperations = [
  operation({
    id: 'suggestions.list',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/suggestions',
    summary: 'List the suggestions for a target, newest first.',
    query: { ...timeWindow, active: { type: 'boolean', description: 'true: only the suggestion in force.' } },
    answer: suggestionListSchema,
  }),
  operation({
    id: 'suggestions.create',
    method: 'POST',
    path: '/v1/ast/{namespace}/{name}/suggestions',
    summary: 'Compute a suggestion for a target now.',
    answer: suggestionSchema,
  }),
  operation({
    id: 'suggestions.createInNamespace',
    method: 'POST',
    path: '/v1/ast/{namespace}/suggestions/bulk',
    summary: 'Compute suggestions for targets of a namespace now.',
    body: namesSchema,
    bodyOptional: true,
    answer: suggestionOutcomesSchema,
  }),
  operation({
    id: 'suggestions.createBulk',
    method: 'POST',
    path: '/v1/ast/suggestions/bulk',
    summary: 'Compute suggestions for targets now.',
    body: someTargetsSchema,
    bodyOptional: true,
    answer: suggestionOutcomesSchema,
  }),
  operation({
    id: 'queue.pop',
    method: 'POST',
    path: '/v1/queue/forecast/pop',
    summary: 'Take the next forecast job; a job that is not finished in time returns to the queue.',
    answer: forecastJobSchema,
    nullable: true,
  }),
  operation({
    id: 'queue.stats',
    method: 'GET',
    path: '/v1/queue/forecast/stats',
    summary: 'Count forecast jobs by state.',
    answer: queueStatsSchema,
  }),
  operation({
    id: 'queue.setStatus',
    method: 'POST',
    path: '/v1/queue/forecast/{id}/status',
    summary: 'Finish a forecast job.',
    body: jobStatusSchema,
  }),
] as const;
