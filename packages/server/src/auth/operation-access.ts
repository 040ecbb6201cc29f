import type { OperationId } from '@trimtab/core';

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
