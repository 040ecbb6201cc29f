import { loadConfiguration } from '@trimtab/core';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { lazyFetch } from '../http/fetch.ts';
import { isSameIssuer, issuerOf } from './issuer.ts';
import { refusePlainHttp } from './refuse-plain-http.ts';

/** Whom to sign in with, and as which program. */
export type SignInSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string | null;
};

export type NamedSettings = { readonly [Key in keyof SignInSettings]: string | null };

const configurationDeadlineMs = 10_000;

const textOf = (value: unknown) => (typeof value === 'string' ? value : 'no answer');
const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text);

/** What was named by flag, variable or context; the API says the rest in its configuration document. */
export async function signInSettings(context: Context, named: NamedSettings): Promise<SignInSettings> {
  refusePlainHttp(context.api);
  let { issuer, clientId, audience } = named;
  const problems: string[] = [];
  if (issuer === null || clientId === null || audience === null) {
    const { console: known } = await loadConfiguration({
      fetch: lazyFetch(context.http),
      url: `${context.api}/config.json`,
      deadlineMs: configurationDeadlineMs,
      logger: { warn: (_message, details) => void problems.push(textOf(details?.['problem'])) },
    });
    // The audience of one provider means nothing to another.
    if (issuer === null) audience ??= orNull(known.oauth_audience);
    else if (isSameIssuer(issuerOf(known.oauth_domain), issuerOf(issuer))) {
      audience ??= orNull(known.oauth_audience);
    }
    issuer ??= orNull(known.oauth_domain);
    clientId ??= orNull(known.oauth_client_id);
  }
  if (issuer === null || clientId === null) {
    throw new CliError(
      `${context.api} does not say where to sign in${problems.map((problem) => ` (${problem})`).join('')}.`,
      exitCode.denied,
      'Give --issuer and --client-id, or TRIMTAB_ISSUER and TRIMTAB_CLIENT_ID. An API without sign-in needs none.',
    );
  }
  return { issuer: issuerOf(issuer), clientId, audience };
}
