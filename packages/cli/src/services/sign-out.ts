import { nameOfSession, type Secrets, type StoredSession } from '../auth/session.ts';
import { LockedKeyringError } from '../auth/session-store.ts';
import { sessionStore } from '../auth/token.ts';
import type { Context } from '../context.ts';
import { fetchByOrigin } from '../http/fetch.ts';

/** Revokes a sign-in at its provider (RFC 7009). Returns why that failed, or null. */
async function revoke(context: Context, session: StoredSession, { refreshToken }: Secrets): Promise<string | null> {
  if (refreshToken === null) return null;
  try {
    const { discover, requestRevocation } = await import('../auth/oauth.ts');
    const fetch = fetchByOrigin(context.http);
    const { signal } = context;
    const provider = await discover(fetch, session.issuer, signal);
    if (typeof provider.revocation_endpoint !== 'string') return 'it has no revocation endpoint';
    const answer = await requestRevocation({ fetch, provider, clientId: session.clientId, signal }, refreshToken);
    if (answer.kind === 'unanswered') return answer.reason;
    return answer.status === 200 ? null : `it answered ${answer.status}`;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\.$/, '') : 'it failed';
  }
}

type SignedOut = {
  readonly removed: number;
  /** Why a sign-in could not be revoked at its provider; null if all were or there was nothing to revoke. */
  readonly problem: string | null;
  /** The accounts whose tokens are still in the keyring, because the keyring failed. */
  readonly leftInKeyring: readonly string[];
};

/** Removes every sign-in for this API from this machine first, because the provider may not answer. */
export async function signOut(context: Context): Promise<SignedOut> {
  const store = sessionStore(context);
  if (store === null) return { removed: 0, problem: null, leftInKeyring: [] };
  const known: { session: StoredSession; secrets: Secrets | 'locked' }[] = [];
  for (const session of store.readable(context.api)) {
    const secrets = await store
      .secretsOf(session)
      .catch((error: unknown) => (error instanceof LockedKeyringError ? 'locked' : null));
    if (secrets !== null) known.push({ session, secrets });
  }
  // If the files cannot be removed, revoking is even more important, so the error is thrown at the end.
  const removal = await store.removeAll(context.api).then(
    (done) => ({ ...done, error: null }),
    (error: unknown) => ({ removed: 0, leftInKeyring: new Set<string>(), error }),
  );
  let problem: string | null = null;
  for (const { session, secrets } of known) {
    const failed =
      secrets === 'locked' ? 'it could not be read from the keyring' : await revoke(context, session, secrets);
    problem = failed ?? problem;
  }
  if (removal.error !== null) throw removal.error;
  const leftInKeyring = known.flatMap(({ session }) =>
    session.keptIn === 'keyring' && removal.leftInKeyring.has(store.pathOf(session)) ? nameOfSession(session) : [],
  );
  return { removed: removal.removed, problem, leftInKeyring };
}
