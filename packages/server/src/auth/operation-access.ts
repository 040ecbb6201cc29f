import type { OperationId } from '@trimtab/core';

/**
 * The operations that read, but use POST because their parameters do not fit into a URL. It also contains
 * `views.recordExport`, which records an export of data that the caller may read. A test checks that every operation
 * other than GET is in one of the two lists, so that every new operation has a permission check.
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
  'views.recordExport',
]);

/** Reads that compute for seconds or return megabytes. Only a few of one caller run at the same time. */
const heavyReads: ReadonlySet<OperationId> = new Set([
  'targets.inNamespace',
  'views.costAnalysis',
  'views.preflight',
  'costs.potentialSavingsBulk',
  'costs.comparisonBulk',
  'metrics.target',
  'metrics.bulk',
  'metrics.timeseries',
  'metrics.catalog',
  'suggestions.create',
  'suggestions.createInNamespace',
  'suggestions.createBulk',
  'connectors.metrics',
  'connectors.metric',
  'connectors.series',
  'connectors.timeseries',
  'extensions.reportCard',
  'extensions.outlook',
  'extensions.tradeOff',
  'extensions.whatIf',
]);

export const isHeavyRead = (id: string): boolean => [...heavyReads].some((each) => each === id);
