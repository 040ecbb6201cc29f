import type { TokenProvider } from '@trimtab/core';
import { apiAddress } from '../config/api-address.ts';
import type { SettingKey } from '../config/setting-keys.ts';
import type { Context } from '../context.ts';
import { variableName } from '../environment.ts';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';
import { fetchByOrigin } from '../http/fetch.ts';
import { issuerOf, refusePlainHttp } from './issuer.ts';
import { errorOf, reasonOf, tokensOf } from './provider-answer.ts';
import { marginMs, refreshed, type Signed, signInExpired } from './refresh.ts';
import { noKeyring } from './session.ts';
import { openSessionStore, type SessionStore } from './session-store.ts';
import { type NamedSettings, signInSettings } from './sign-in-settings.ts';

/** The value of a variable; null if it is empty or not set. */
function variable({ environment }: Context, name: string): string | null {
  const text = environment[name]?.trim();
  return text === undefined || text === '' ? null : text;
}

/** The sign-in settings from variables and the context, for commands without flags for them. */
export function namedSettings(context: Context): NamedSettings {
  const { settings, isTyped } = context.configuration;
  // Client credentials are variables, and the other variables belong to them.
  const contextFirst = isTyped && tokenSource(context) === 'sign-in';
  const valueOf = (key: SettingKey): string | null => {
    const set = variable(context, variableName(key));
    const stored = settings.get(key) ?? null;
    return contextFirst ? (stored ?? set) : (set ?? stored);
  };
  const issuer = valueOf('issuer');
  return {
    issuer: issuer === null ? null : issuerOf(issuer),
    clientId: valueOf('client-id'),
    audience: valueOf('audience'),
  };
}

/** Where the token comes from, in order of precedence. */
type TokenSource = 'TRIMTAB_TOKEN' | 'client credentials' | 'sign-in';

export function tokenSource(context: Context): TokenSource {
  if (variable(context, 'TRIMTAB_TOKEN') !== null) return 'TRIMTAB_TOKEN';
  return variable(context, 'TRIMTAB_CLIENT_SECRET') === null ? 'sign-in' : 'client credentials';
}

/**
 * Credentials in the environment are valid only for the API in TRIMTAB_API or, without it, in the context in use.
 * @throws UsageError if --api selects another API, or if neither the variable nor the context names one
 */
function refuseOtherApi(context: Context, credentials: string): void {
  const set = variable(context, 'TRIMTAB_API') ?? context.configuration.settings.get('api') ?? null;
  const own = set === null ? null : apiAddress(set);
  if (own === context.api) return;
  throw new UsageError(
    `${credentials} was not sent to ${context.api}, because ${own === null ? 'neither TRIMTAB_API nor a context names the API that it is for' : `it was set for ${own}`}.`,
    `If it is for this API, set TRIMTAB_API=${context.api}. Otherwise unset ${credentials}.`,
  );
}

/** Null for a process without a home folder. */
export function sessionStore(context: Context): SessionStore | null {
  const { directory } = context.configuration;
  if (directory === null) return null;
  return openSessionStore(directory, async () => (await context.desktop())?.keyring ?? null);
}

function fromVariable(context: Context): TokenProvider {
  const token = variable(context, 'TRIMTAB_TOKEN') ?? '';
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError(
      'TRIMTAB_TOKEN contains characters that are not allowed in a token.',
      'Set it to the access token only.',
    );
  }
  refuseOtherApi(context, 'TRIMTAB_TOKEN');
  return async ({ forceRefresh }) => {
    if (!forceRefresh) return token;
    throw new CliError(
      `${context.api} rejected the token in TRIMTAB_TOKEN.`,
      exitCode.denied,
      'Set TRIMTAB_TOKEN to a valid access token for this API, or unset it and sign in with trimtab login.',
    );
  };
}

/** Signs in with client credentials. The token is kept in memory only. */
function fromCredentials(context: Context): TokenProvider {
  const secret = variable(context, 'TRIMTAB_CLIENT_SECRET') ?? '';
  const named = namedSettings(context);
  if (variable(context, 'TRIMTAB_CLIENT_ID') === null) {
    throw new UsageError('TRIMTAB_CLIENT_SECRET is set without TRIMTAB_CLIENT_ID.', 'Set both, or neither.');
  }
  if (named.issuer === null) {
    throw new UsageError(
      'TRIMTAB_CLIENT_SECRET is set without TRIMTAB_ISSUER, and it is not sent to a provider that only the API names.',
      'Set TRIMTAB_ISSUER to your sign-in provider, or store it in a context: trimtab config set issuer URL',
    );
  }
  refuseOtherApi(context, 'TRIMTAB_CLIENT_SECRET');
  const fetch = fetchByOrigin(context.http);
  const obtain = async () => {
    const { issuer, clientId, audience } = await signInSettings(context, named);
    const { discover, requestClientToken } = await import('./oauth.ts');
    const { signal } = context;
    const provider = await discover(fetch, issuer, signal);
    const fields: Record<string, string> = audience === null ? {} : { audience };
    const answer = await requestClientToken({ fetch, provider, clientId, signal }, { secret, fields });
    const tokens = tokensOf(answer);
    if (tokens !== null) return tokens.accessToken;
    throw new CliError(
      `${provider.issuer} returned no token for TRIMTAB_CLIENT_ID: ${reasonOf(answer)}.`,
      errorOf(answer) === null ? exitCode.api : exitCode.denied,
      'Check TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
    );
  };
  let token: Promise<string> | undefined;
  return ({ forceRefresh }) => {
    if (!forceRefresh && token !== undefined) return token;
    const obtained = obtain();
    token = obtained;
    // After a failure, the next call requests a new token.
    obtained.catch(() => {
      if (token === obtained) token = undefined;
    });
    return obtained;
  };
}

/** The token of the stored sign-in; null if there is none. */
function fromSignIn(context: Context): TokenProvider {
  const store = sessionStore(context);
  if (store === null) return async () => null;
  const { now, clock, signal, protect } = context;
  const deps = { store, fetch: fetchByOrigin(context.http), now, clock, signal, protect };
  let known: Signed | null = null;
  const open = async (): Promise<Signed | null> => {
    const session = store.find(context.api, namedSettings(context));
    return session === null ? null : { session, secrets: await store.secretsOf(session) };
  };
  return async ({ forceRefresh }) => {
    known ??= await open();
    if (known === null) return null;
    const { session, secrets } = known;
    const left = session.expiresAt - now();
    if (!forceRefresh && left > marginMs) return secrets.accessToken;
    if (secrets.refreshToken === null) {
      if (!forceRefresh && left > 0) return secrets.accessToken;
      throw signInExpired();
    }
    try {
      known = await refreshed(deps, session, secrets.accessToken);
    } catch (error) {
      // The old token is still valid, so a failed renewal is not an error yet.
      if (!forceRefresh && left > 0) return secrets.accessToken;
      throw error;
    }
    if (known.keyringProblem) {
      await context.stderr.text(`${noKeyring(known.keyringProblem)} To store it in the keyring again: trimtab login\n`);
    }
    return known.secrets.accessToken;
  };
}

const openers: Record<TokenSource, (context: Context) => TokenProvider> = {
  TRIMTAB_TOKEN: fromVariable,
  'client credentials': fromCredentials,
  'sign-in': fromSignIn,
};

/** The token for this API: from TRIMTAB_TOKEN, else client credentials, else the stored sign-in for this API. */
export function openTokens(context: Context): TokenProvider {
  const provide = openers[tokenSource(context)](context);
  return async (request) => {
    const token = await provide(request);
    if (token !== null) refusePlainHttp(context.api);
    return token;
  };
}
