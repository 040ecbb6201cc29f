import type { OperationId } from '@trimtab/core';

/** Reads that compute for seconds or return megabytes. Only a few of one caller run at the same time. */
const largeReads: ReadonlySet<OperationId> = new Set([
  'targets.inNamespace',
  'targets.preflight',
  // Only the preview: an enrollment is a write.
  'targets.candidates',
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
  'extensions.reliability',
  'extensions.reportCard',
  'extensions.outlook',
  'extensions.tradeOff',
  'extensions.whatIf',
]);

export const isLargeRead = (id: string): boolean => [...largeReads].some((each) => each === id);
