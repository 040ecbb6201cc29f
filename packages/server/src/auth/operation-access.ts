import type { OperationId } from '@trimtab/core';

/** The calls that change something. Each needs `ast:enrol`, counts against the limit of writes and may be repeated safely. */
export const writes: ReadonlySet<OperationId> = new Set([
  'targets.candidates',
  'targets.cleanup',
  'costs.saveSettings',
  'costs.recordUnoptimized',
  'queue.pop',
  'queue.setStatus',
  'artifacts.patch',
  'insights.create',
]);

/**
 * The calls that use POST because their question does not fit into an address. A test holds that every call other than
 * GET stands in one of the two lists, so that a new one is not let through by being forgotten.
 */
export const questions: ReadonlySet<OperationId> = new Set([
  'targets.findByOwner',
  'targets.preflight',
  'metrics.currentBulk',
  'metrics.bulk',
  'suggestions.create',
  'suggestions.createInNamespace',
  'suggestions.createBulk',
  'diagnostics.createTicket',
]);

/** Whether this request would change something. Only literally `dryrun=true` makes an enrollment a preview (H6). */
export function isWrite(id: string, parameters: URLSearchParams): boolean {
  if (id === 'targets.candidates') return parameters.getAll('dryrun').join() !== 'true';
  return [...writes].some((each) => each === id);
}
