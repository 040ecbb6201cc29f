import type { Secrets, Session } from '../auth/session.ts';
import { sessionStore } from '../auth/token.ts';
import type { Context } from '../context.ts';
import { fetchByOrigin } from '../http/fetch-per-origin.ts';

export type SignedOut = {
  readonly removed: number;
  /** Why the provider could not be told; null when it was, or need not be. */
  readonly problem: string | null;
};

/** Ends a sign-in at its provider (RFC 7009); why that failed, else null. */
async function revoke(context: Context, session: Session, { refreshToken }: Secrets): Promise<string | null> {
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

/** Removes every sign-in for this API from this machine first, then tells the provider: it may not answer. */
export async function signOut(context: Context): Promise<SignedOut> {
  const store = sessionStore(context);
  if (store === null) return { removed: 0, problem: null };
  const known: { session: Session; secrets: Secrets }[] = [];
  for (const session of store.readable(context.api)) {
    const secrets = await store.secretsOf(session).catch(() => null);
    if (secrets !== null) known.push({ session, secrets });
  }
  // Where nothing can be removed, the provider's end is all the more wanted.
  const removal = await store.removeAll(context.api).then(
    (removed) => ({ removed, error: null }),
    (error: unknown) => ({ removed: 0, error }),
  );
  let problem: string | null = null;
  for (const { session, secrets } of known) problem = (await revoke(context, session, secrets)) ?? problem;
  if (removal.error !== null) throw removal.error;
  return { removed: removal.removed, problem };
}
