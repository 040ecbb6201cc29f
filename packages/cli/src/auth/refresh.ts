import type { FetchLike } from '@trimtab/core';
import { withLock } from '../config/lock.ts';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import type { ProviderCall } from './oauth.ts';
import { errorOf, type ProviderAnswer, reasonOf, type Tokens, tokensOf } from './provider-answer.ts';
import type { Secrets, StoredSession } from './session.ts';
import type { SessionStore } from './session-store.ts';

/** A token with less time left is renewed before use: the request takes time to arrive, and clocks differ. */
export const marginMs = 30_000;

type RefreshDeps = Pick<Context, 'now' | 'clock' | 'signal' | 'protect'> & {
  readonly store: SessionStore;
  readonly fetch: FetchLike;
};

export type Signed = {
  readonly session: StoredSession;
  readonly secrets: Secrets;
  /** Why the keyring did not take the renewed secrets, which are in a file now. */
  readonly keyringProblem?: string | null;
};

const maxTries = 3;
const retryWaitMs = 200;

/**
 * Sends a refresh token. With rotation, a token that arrives twice ends the whole sign-in, so the request is repeated
 * only if no connection was established. Ctrl-C does not cancel it, because the new refresh token would be lost.
 */
async function sendRefresh({ clock, signal }: RefreshDeps, call: ProviderCall, token: string): Promise<ProviderAnswer> {
  const { requestRefresh } = await import('./oauth.ts');
  const uninterrupted = { ...call, signal: new AbortController().signal };
  for (let tries = 1; ; tries += 1) {
    const answer = await requestRefresh(uninterrupted, token);
    if (answer.kind === 'answered' || !answer.wasNeverSent || tries === maxTries) return answer;
    await clock.sleep(retryWaitMs * tries, signal);
  }
}

export const signInExpired = (): CliError =>
  new CliError(
    'Your sign-in has expired.',
    exitCode.denied,
    'Sign in again: trimtab login. In scripts set TRIMTAB_TOKEN, or TRIMTAB_ISSUER, TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
  );

async function renew(deps: RefreshDeps, session: StoredSession, refreshToken: string): Promise<Tokens> {
  const { fetch, signal, store } = deps;
  const { issuer, clientId } = session;
  const { discover } = await import('./oauth.ts');
  const provider = await discover(fetch, issuer, signal);
  const answer = await sendRefresh(deps, { fetch, provider, clientId, signal }, refreshToken);
  const tokens = tokensOf(answer);
  if (tokens !== null) return tokens;
  if (errorOf(answer) === 'invalid_grant') {
    await store.remove(session);
    throw signInExpired();
  }
  throw new CliError(
    `The sign-in could not be renewed at ${issuer}: ${reasonOf(answer)}.`,
    exitCode.api,
    'Try again. If it still fails, sign in again: trimtab login',
  );
}

/**
 * Returns a fresh token. If several processes need one, only one of them sends the refresh. The others wait at the lock
 * and use its result. `refused` is the access token that has expired or that the API rejected.
 */
export async function refreshed(deps: RefreshDeps, session: StoredSession, refused: string): Promise<Signed> {
  const { store, now } = deps;
  store.prepare();
  const work = withLock(store.lockOf(session), deps, async () => {
    const latest = store.get(session);
    if (latest === null) throw signInExpired();
    const secrets = await store.secretsOf(latest);
    // Another process has renewed it meanwhile. Do not require the margin here, because each process would then renew
    // short-lived tokens again.
    if (secrets.accessToken !== refused && latest.expiresAt > now()) return { session: latest, secrets };
    if (secrets.refreshToken === null) throw signInExpired();
    const tokens = await renew(deps, latest, secrets.refreshToken);
    const renewed = { ...latest, expiresAt: now() + tokens.expiresInSeconds * 1_000 };
    const fresh = {
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken ?? secrets.refreshToken,
    };
    const { session: stored, keyringProblem } = await store.save(renewed, fresh);
    return { session: stored, secrets: fresh, keyringProblem };
  });
  deps.protect(work);
  return work;
}
