import {
  astSpecViewSchema,
  candidatesSchema,
  enhancedTargetSchema,
  enrollRequestSchema,
  namespaceTargetsSchema,
  ownerSchema,
  podListSchema,
  preflightRequestSchema,
  preflightSchema,
} from '../schemas/targets.ts';
import { listTargets } from './first.ts';
import { operation, paging } from './operation.ts';

export const targetOperations = [
  listTargets,
  operation({
    id: 'targets.inNamespace',
    method: 'GET',
    path: '/v1/ast/{namespace}',
    summary: 'List the targets of a namespace.',
    answer: namespaceTargetsSchema,
  }),
  operation({
    id: 'targets.get',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}',
    summary: 'Get a target with its workload and its autoscaler.',
    answer: enhancedTargetSchema,
  }),
  operation({
    id: 'targets.pods',
    method: 'GET',
    path: '/v1/ast/{namespace}/{name}/pods',
    summary: 'List the pods of a target.',
    answer: podListSchema,
  }),
  operation({
    id: 'targets.cleanup',
    method: 'POST',
    path: '/v1/ast/{namespace}/{name}/cleanup',
    summary: 'Un-enroll a target and remove its data.',
  }),
  operation({
    id: 'targets.findByOwner',
    method: 'POST',
    path: '/v1/pod/ast',
    summary: 'Find the target of the workload that owns a pod.',
    body: ownerSchema,
    answer: astSpecViewSchema,
  }),
  operation({
    id: 'targets.preflight',
    method: 'POST',
    path: '/v1/ast/preflight',
    summary: 'Check whether a workload can be enrolled, with the reason if not.',
    body: preflightRequestSchema,
    answer: preflightSchema,
  }),
  operation({
    id: 'targets.candidates',
    method: 'POST',
    path: '/v1/ast/candidates/{namespace}',
    summary: 'List the workloads of a namespace that can be enrolled, or enroll them.',
    query: {
      dryrun: {
        type: 'boolean',
        required: true,
        description: 'true: only lists the workloads; false: enrolls them. Enrolling again changes nothing.',
      },
      limit: {
        type: 'integer',
        minimum: -1,
        maximum: 5_000,
        description: 'Maximum number of items of a preview. -1 or absent: as many as the server allows.',
      },
      offset: paging.offset,
    },
    body: enrollRequestSchema,
    bodyOptional: true,
    answer: candidatesSchema,
  }),
] as const;
