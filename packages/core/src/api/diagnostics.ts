import { type CallOptions, prepareCall } from './caller.ts';
import { type Download, startDownload } from './download.ts';
import type { TimeParameter } from './operation.ts';
import { operationOf } from './operations.ts';
import type { Requester } from './request.ts';

export type ExportParameters = {
  readonly start: TimeParameter;
  readonly end: TimeParameter;
  readonly includePodLogs?: boolean | undefined;
  readonly includeMetrics?: boolean | undefined;
  /** With `targetName`: only this target. */
  readonly namespace?: string | undefined;
  readonly targetName?: string | undefined;
};

const prepare = ({ includePodLogs, includeMetrics, ...rest }: ExportParameters, options?: CallOptions) =>
  prepareCall(
    operationOf('diagnostics.export'),
    { ...rest, 'include-pod-logs': includePodLogs, 'include-metrics': includeMetrics },
    options,
  );

export const diagnosticCalls = (request: Requester, baseUrl: string, host: string) => ({
  /** The address that a new window opens: it carries no token. */
  exportUrl: (parameters: ExportParameters): string => `${baseUrl}${prepare(parameters).pathAndQuery}`,
  /** The same archive, as bytes. */
  download: async (parameters: ExportParameters, options?: CallOptions): Promise<Download> =>
    request(
      { ...prepare(parameters, options), streamed: true },
      async (response, deadline) => startDownload(response, deadline, host),
      options?.signal,
    ),
});
