import type { TimeParameter } from '../operations/operation.ts';
import type { Ticket } from '../schemas/system.ts';
import type { Download } from '../transport/download.ts';
import type { Caller, CallOptions } from './caller.ts';

export type ExportParameters = {
  readonly start: TimeParameter;
  readonly end: TimeParameter;
  readonly includePodLogs?: boolean | undefined;
  readonly includeMetrics?: boolean | undefined;
  /** With `targetName`: only this target. */
  readonly namespace?: string | undefined;
  readonly targetName?: string | undefined;
};

/** Maps the parameters to the names of the query parameters in the API. */
export const exportQueryOf = ({ includePodLogs, includeMetrics, ...rest }: ExportParameters) => ({
  ...rest,
  'include-pod-logs': includePodLogs,
  'include-metrics': includeMetrics,
});

export const diagnosticCalls = (call: Caller) => ({
  /** A ticket for one download with these parameters in a new window, which cannot send a token. */
  createTicket: (parameters: ExportParameters, options?: CallOptions): Promise<Ticket> =>
    call('diagnostics.createTicket', exportQueryOf(parameters), options),
  /** Downloads the archive. Its bytes are read after the call has returned. */
  download: (parameters: ExportParameters, options?: CallOptions): Promise<Download> =>
    call('diagnostics.export', exportQueryOf(parameters), options),
});
