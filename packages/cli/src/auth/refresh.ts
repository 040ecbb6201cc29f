import type { FetchLike } from '@trimtab/core';
import { type LockClock, withLock } from '../config/lock.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { type Answer, ask, discover, errorOf, type Provider, type Tokens, tokensOf } from './oauth.ts';
import type { Secrets, Session } from './session.ts';
import type { SessionStore } from './session-store.ts';

/** A token that ends sooner than this is renewed first: the request has to arrive, and clocks differ. */
export const marginMs = 30_000;

export type RefreshDeps = {
  readonly store: SessionStore;
  readonly fetch: FetchLike;
  readonly clock: LockClock;
  readonly signal: AbortSignal;
};

export type Signed = {
  readonly session: Session;
  readonly secrets: Secrets;
};

const mostTries = 3;
const retryWaitMs = 200;

/**
 * Spends a refresh token. With rotation a token that is spent twice ends the whole sign-in, so the request is repeated
 * only when it provably never left; and Ctrl-C does not break it off, for then the answer would be lost.
 */
async function spend(deps: RefreshDeps, provider: Provider, session: Session, token: string): Promise<Answer> {
  const fields = { grant_type: 'refresh_token', client_id: session.clientId, refresh_token: token };
  const uninterrupted = new AbortController().signal;
  for (let tries = 1; ; tries += 1) {
    const answer = await ask(deps.fetch, provider.tokenEndpoint, { fields, signal: uninterrupted });
    if (answer.kind === 'answered' || !answer.wasNeverSent || tries === mostTries) return answer;
    await deps.clock.sleep(retryWaitMs * tries, deps.signal);
  }
}

export const endedSignIn = (): CliError =>
  new CliError(
    'Your sign-in has ended.',
    exitCode.denied,
    'Sign in again: trimtab login. In scripts set TRIMTAB_TOKEN, or TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
  );

async function renew(deps: RefreshDeps, session: Session, refreshToken: string): Promise<Tokens> {
  const provider = await discover(deps.fetch, session.issuer, deps.signal);
  const answer = await spend(deps, provider, session, refreshToken);
  const tokens = tokensOf(answer);
  if (tokens !== null) return tokens;
  const error = errorOf(answer);
  if (error === 'invalid_grant') throw endedSignIn();
  const why = answer.kind === 'unanswered' ? answer.reason : (error ?? `it answered ${answer.status}`);
  throw new CliError(
    `The sign-in could not be renewed at ${session.issuer}: ${why}.`,
    exitCode.api,
    'Try again. If it stays so, sign in again: trimtab login',
  );
}

/**
 * A fresh token, renewed by exactly one of all processes that want it: the others wait at the lock and use what it
 * brought. `refused` is the token that will not do.
 */
export async function refreshed(deps: RefreshDeps, session: Session, refused: string): Promise<Signed> {
  const { store, clock, signal } = deps;
  store.prepare();
  return withLock(store.lockOf(session), { clock, signal }, async () => {
    const latest = store.get(session);
    if (latest === null) throw endedSignIn();
    const secrets = await store.secretsOf(latest);
    // Another process has renewed it meanwhile; no margin is asked for, or short lives would be renewed by each in turn.
    if (secrets.accessToken !== refused && latest.expiresAt > clock.now()) return { session: latest, secrets };
    if (secrets.refreshToken === null) throw endedSignIn();
    const tokens = await renew(deps, latest, secrets.refreshToken);
    const renewed = { ...latest, expiresAt: clock.now() + tokens.expiresInSeconds * 1_000 };
    const fresh = {
      accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken ?? secrets.refreshToken,
    };
    await store.save(renewed, fresh);
    return { session: renewed, secrets: fresh };
  });
}
