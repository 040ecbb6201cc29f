import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { isLoopback } from '../http/certificates.ts';

/** @throws CliError if a token would be sent unencrypted over a network. */
export function refusePlainHttp(api: string): void {
  if (!api.startsWith('http:') || isLoopback(api)) return;
  throw new CliError(
    `The token was not sent to ${new URL(api).host} over plain http, because others on the network could read it.`,
    exitCode.usage,
    'Use the https address of the API.',
  );
}
