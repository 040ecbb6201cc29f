import type { OperationId } from '@trimtab/core';

/** The operations that change something. Each needs `ast:enrol`, counts against the write limit and supports Idempotency-Key. */
export const writes: ReadonlySet<OperationId> = new Set([
  'targets.candidates',
  'targets.cleanup',
  'extensions.setLimitPolicy',
  'costs.saveSettings',
  'costs.recordUnoptimized',
  'queue.pop',
  'queue.setStatus',
  'artifacts.patch',
  'insights.create',
]);

/**
 * The operations that read, but use POST because their parameters do not fit into a URL. A test checks that every
 * operation other than GET is in one of the two lists, so that a new operation cannot miss its permission check.
 */
export const readsWithPost: ReadonlySet<OperationId> = new Set([
  'targets.findByOwner',
  'targets.preflight',
  'metrics.currentBulk',
  'metrics.bulk',
  'suggestions.create',
  'suggestions.createInNamespace',
  'suggestions.createBulk',
  'diagnostics.createTicket',
  'extensions.whatIf',
]);

/** Whether the request changes something. Only the exact `dryrun=true` makes an enrollment a preview. */
export function isWrite(id: string, parameters: URLSearchParams): boolean {
  if (id === 'targets.candidates') return parameters.getAll('dryrun').join() !== 'true';
  return [...writes].some((each) => each === id);
}
