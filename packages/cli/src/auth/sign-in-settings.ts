import { type FetchLike, loadConfiguration, NetworkError, TimeoutError } from '@trimtab/core';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { errorCodeOf } from '../http/error-code.ts';
import { lazyFetch } from '../http/fetch.ts';
import { RedirectError } from '../http/redirect.ts';
import { isSameIssuer, issuerOf, refusePlainHttp } from './issuer.ts';

/** The provider and the OAuth client to sign in with. */
export type SignInSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string | null;
};

/** The settings that the user has named; null for the others. */
export type NamedSettings = { readonly [Key in keyof SignInSettings]: string | null };

const configurationDeadlineMs = 10_000;

const problemText = (value: unknown) => (typeof value === 'string' ? value : 'no response');
const orNull = (text: string | undefined) => (text === undefined || text === '' ? null : text);

/** A fetch that remembers why the API did not answer, because `loadConfiguration` hides the error. */
function openFetch({ api, http }: Context) {
  const send = lazyFetch(http);
  const failures: Error[] = [];
  const fetch: FetchLike = async (url, init) => {
    try {
      return await send(url, init);
    } catch (error) {
      const { host } = new URL(api);
      const isKnown = error instanceof RedirectError || error instanceof TimeoutError;
      if (isKnown) failures.push(error);
      else if (init.signal.aborted) failures.push(new TimeoutError(host, configurationDeadlineMs));
      else failures.push(new NetworkError(host, errorCodeOf(error), { cause: error }));
      throw error;
    }
  };
  return { fetch, failures };
}

/** The settings from flags, variables and context; missing ones come from the API's /config.json. */
export async function signInSettings(context: Context, named: NamedSettings): Promise<SignInSettings> {
  refusePlainHttp(context.api);
  let { issuer, clientId, audience } = named;
  const problems: string[] = [];
  const { fetch, failures } = openFetch(context);
  if (issuer === null || clientId === null || audience === null) {
    const { console: known } = await loadConfiguration({
      fetch,
      url: `${context.api}/config.json`,
      deadlineMs: configurationDeadlineMs,
      logger: { warn: (_message, details) => void problems.push(problemText(details?.['problem'])) },
    });
    // An audience of the API's provider is not valid at another provider.
    const isItsProvider = issuer === null || isSameIssuer(issuerOf(known.oauth_domain), issuerOf(issuer));
    if (isItsProvider) audience ??= orNull(known.oauth_audience);
    issuer ??= orNull(known.oauth_domain);
    clientId ??= orNull(known.oauth_client_id);
  }
  if (issuer === null || clientId === null) {
    if (failures[0] !== undefined) throw failures[0];
    throw new CliError(
      `No sign-in provider was found in ${context.api}/config.json${problems.map((problem) => ` (${problem})`).join('')}.`,
      exitCode.denied,
      'Use --issuer and --client-id, or set TRIMTAB_ISSUER and TRIMTAB_CLIENT_ID. An API without sign-in needs no login.',
    );
  }
  return { issuer: issuerOf(issuer), clientId, audience };
}
