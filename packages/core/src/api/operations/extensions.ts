import { explanationSchema, outlookSchema, reportCardSchema, tradeOffSchema } from '../schemas/explanations.ts';
import { podLogLineSchema } from '../schemas/logs.ts';
import { reliabilitySchema } from '../schemas/reliability.ts';
import { astSpecViewSchema, targetChangeSchema } from '../schemas/targets.ts';
import { whatIfRequestSchema, whatIfSchema } from '../schemas/what-if.ts';
import { operation } from './operation.ts';

/** Calls that only this server has. Other servers may not have them. */
export const extensionOperations = [
  operation({
    id: 'extensions.explain',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/explain',
    summary: 'Explain how the suggestion in force for a target was computed.',
    answer: explanationSchema,
  }),
  operation({
    id: 'extensions.reportCard',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/report-card',
    summary: 'Get the accuracy of forecasts and suggestions of a target over the last 14 days.',
    answer: reportCardSchema,
  }),
  operation({
    id: 'extensions.outlook',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/outlook',
    summary: 'Get the expected peaks of the next day and week of a target.',
    answer: outlookSchema,
  }),
  operation({
    id: 'extensions.whatIf',
    method: 'POST',
    path: '/v1/ast/{namespace}/{name}/what-if',
    summary: 'Compute replicas, exceeded requests and cost of a target under a scaled past or forecast load.',
    body: whatIfRequestSchema,
    answer: whatIfSchema,
  }),
  operation({
    id: 'extensions.setLimitPolicy',
    method: 'PATCH',
    path: '/v1/ast/{namespace}/{name}',
    summary: 'Set how the limits of a target change with its requests.',
    body: targetChangeSchema,
    answer: astSpecViewSchema,
  }),
  operation({
    id: 'extensions.tradeOff',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/trade-off',
    summary: 'Get what other requests of a target would have left unused, and how often they would have been exceeded.',
    answer: tradeOffSchema,
  }),
  operation({
    id: 'extensions.reliability',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/reliability',
    summary: 'Get kills, restarts, throttling and exceeded requests of a target in 7 days, and what happened in 14.',
    answer: reliabilitySchema,
  }),
  operation({
    id: 'extensions.logs',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/logs',
    summary: 'Read the log of a container in a pod of a target, redacted, as lines of JSON.',
    query: {
      pod: { type: 'text', required: true, description: 'Name of a pod that the target has now.' },
      container: {
        type: 'text',
        fallback: 'the only container of the pod',
        description: 'Name of a container, also of an init container.',
      },
      previous: { type: 'boolean', description: 'Reads the log of the container before its last restart.' },
      tail: {
        type: 'integer',
        minimum: 0,
        maximum: 10_000,
        fallback: '500',
        description: 'How many of the newest lines.',
      },
      since: {
        type: 'integer',
        minimum: 1,
        maximum: 31_536_000,
        description: 'Only lines of the last so many seconds.',
      },
      sinceTime: {
        type: 'instant',
        description:
          'Only lines since the second of this time, instead of `since`: to go on with a log that broke off.',
      },
      follow: { type: 'boolean', description: 'Waits for further lines until the container ends, at most an hour.' },
    },
    answer: podLogLineSchema,
    lines: true,
  }),
] as const;
