import type { OperationId } from './index.ts';

/**
 * The extensions that the console uses. Servers of other vendors do not have them. A server announces the ones it has
 * as `extra.extensions` of /config.json, and the console does not send the others.
 */
export const extensionCalls = [
  'views.targets',
  'views.changes',
  'views.recordExport',
  'views.preflight',
  'costs.nodes',
  'extensions.explain',
  'extensions.reportCard',
  'extensions.outlook',
  'extensions.whatIf',
  'extensions.tradeOff',
  'extensions.reliability',
  'extensions.logs',
  'extensions.setLimitPolicy',
  'diagnostics.createTicket',
] as const satisfies readonly OperationId[];

export type ExtensionCall = (typeof extensionCalls)[number];
