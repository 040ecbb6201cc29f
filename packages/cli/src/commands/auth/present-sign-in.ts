import { nameOf } from '../../auth/identity.ts';
import type { StoredSession } from '../../auth/session.ts';
import type { Context } from '../../context.ts';
import { type Fact, fact, factsView } from '../../output/facts.ts';
import { present } from '../../output/present.ts';

type SignInFacts = {
  readonly session: Pick<StoredSession, 'api' | 'identity'> & {
    readonly keptIn: StoredSession['keptIn'] | 'environment';
    readonly issuer: string | null;
    readonly expiresAt: number | null;
  };
  /** Where the token is stored: a file, or the name of an environment variable. */
  readonly path: string;
  /** Whether it is renewed when it expires. */
  readonly isRenewed: boolean;
};

const instant = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString().replace('.000Z', 'Z');

/** Prints who is signed in. Never prints the token. */
export async function presentSignIn(context: Context, { session, path, isRenewed }: SignInFacts): Promise<void> {
  const { api, issuer, identity, keptIn } = session;
  const ends = instant(session.expiresAt);
  const data = {
    api,
    issuer,
    subject: identity.subject,
    name: identity.name,
    email: identity.email,
    kept_in: keptIn,
    path,
    expires: ends,
    renewed: isRenewed,
  };
  const life = ends === null ? 'unknown' : `${ends}${isRenewed ? ', then renewed automatically' : ''}`;
  const rows: Fact[] = [
    fact('name', 'Signed in as', nameOf(identity), { style: 'strong' }),
    fact('api', 'API', api),
    fact('issuer', 'Provider', issuer ?? 'unknown', { value: issuer }),
    fact('kept_in', 'Token stored in', keptIn === 'keyring' ? `the keyring, as ${path}` : path, { value: keptIn }),
    fact('expires', 'Expires', life, { value: ends }),
  ];
  await present(context, { data, ...factsView('Sign-in', rows) });
}
