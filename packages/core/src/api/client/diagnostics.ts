import { exportDiagnostics } from '../operations/export.ts';
import type { TimeParameter } from '../operations/operation.ts';
import type { Ticket } from '../schemas/system.ts';
import { type Download, startDownload } from '../transport/download.ts';
import type { Requester } from '../transport/request.ts';
import { type Caller, type CallOptions, prepareCall } from './caller.ts';

export type ExportParameters = {
  readonly start: TimeParameter;
  readonly end: TimeParameter;
  readonly includePodLogs?: boolean | undefined;
  readonly includeMetrics?: boolean | undefined;
  /** With `targetName`: only this target. */
  readonly namespace?: string | undefined;
  readonly targetName?: string | undefined;
};

const wire = ({ includePodLogs, includeMetrics, ...rest }: ExportParameters) => ({
  ...rest,
  'include-pod-logs': includePodLogs,
  'include-metrics': includeMetrics,
});

type Needs = {
  readonly request: Requester;
  readonly call: Caller;
  readonly baseUrl: string;
  readonly host: string;
};

export const diagnosticCalls = ({ request, call, baseUrl, host }: Needs) => ({
  /** A ticket for one download with these parameters in a new window, which cannot send a token. */
  createTicket: (parameters: ExportParameters, options?: CallOptions): Promise<Ticket> =>
    call('diagnostics.createTicket', wire(parameters), options),
  /** The address that a new window opens. It contains the ticket, if any, and never a token. */
  exportUrl: (parameters: ExportParameters, ticket?: string): string =>
    `${baseUrl}${prepareCall(exportDiagnostics, { ...wire(parameters), ticket }).pathAndQuery}`,
  /** The same archive, as bytes. */
  download: async (parameters: ExportParameters, options?: CallOptions): Promise<Download> =>
    request(
      { ...prepareCall(exportDiagnostics, wire(parameters), options), streamed: true },
      async (response, deadline) => startDownload(response, deadline, host),
      options?.signal,
    ),
});
