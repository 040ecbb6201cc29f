import { exportDiagnostics } from '../operations/export.ts';
import { prepareCall } from './caller.ts';
import type { Client } from './client.ts';
import { type ExportParameters, exportQueryOf } from './diagnostics.ts';

/**
 * Returns the address from which a browser window downloads the diagnostics archive. It contains the ticket, if there is one,
 * but never a token.
 *
 * @throws RequiredParameterError when the start or the end is missing
 */
export const exportUrl = ({ baseUrl }: Client, parameters: ExportParameters, ticket?: string): string =>
  `${baseUrl}${prepareCall(exportDiagnostics, { ...exportQueryOf(parameters), ticket }).pathAndQuery}`;
