import { explanationSchema, reportCardSchema } from '../schemas/explanations.ts';
import { operation } from './operation.ts';

/** Calls of ours that the contract does not name; another vendor's server may not have them. */
export const extensionOperations = [
  operation({
    id: 'extensions.explain',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/explain',
    summary: 'Read what the latest suggestion for a target was computed from.',
    answer: explanationSchema,
  }),
  operation({
    id: 'extensions.reportCard',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/report-card',
    summary: 'Read how forecasts and suggestions of a target did over the last 14 days.',
    answer: reportCardSchema,
  }),
] as const;
