import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { isLoopback } from '../http/certificates.ts';

/** Whatever sends it: a token does not travel where anyone on the way can read it. */
export function refusePlainHttp(api: string): void {
  if (!api.startsWith('http:') || isLoopback(api)) return;
  throw new CliError(
    `A token is not sent to ${new URL(api).host} over plain http: anyone on the way could read it.`,
    exitCode.usage,
    'Give its https address.',
  );
}
