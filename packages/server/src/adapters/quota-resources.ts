import type { QuotaItem } from '../ports/index.ts';

/** The resources that a quota limits. `cpu` and `memory` are other names for their requests. */
export const quotaResources = new Map<string, Pick<QuotaItem, 'resource' | 'of'>>([
  ['cpu', { resource: 'cpu', of: 'requests' }],
  ['memory', { resource: 'memory', of: 'requests' }],
  ['requests.cpu', { resource: 'cpu', of: 'requests' }],
  ['requests.memory', { resource: 'memory', of: 'requests' }],
  ['limits.cpu', { resource: 'cpu', of: 'limits' }],
  ['limits.memory', { resource: 'memory', of: 'limits' }],
]);
