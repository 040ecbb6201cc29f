import { nameOf } from '../../auth/identity.ts';
import type { Session } from '../../auth/session.ts';
import type { Context } from '../../context.ts';
import { type Fact, factColumns, factsBlock } from '../../output/facts.ts';
import { present } from '../../output/present.ts';

type SignInFacts = {
  readonly session: Pick<Session, 'api' | 'identity'> & {
    readonly keptIn: Session['keptIn'] | 'environment';
    readonly issuer: string | null;
    readonly expiresAt: number | null;
  };
  /** Where the token is stored: a file, or the name of a variable. */
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
    { id: 'name', label: 'Signed in as', text: nameOf(identity), style: 'strong' },
    { id: 'api', label: 'API', text: api },
    { id: 'issuer', label: 'Provider', text: issuer ?? 'unknown', value: issuer },
    {
      id: 'kept_in',
      label: 'Token stored in',
      text: keptIn === 'keyring' ? `the keyring, as ${path}` : path,
      value: keptIn,
    },
    { id: 'expires', label: 'Expires', text: life, value: ends },
  ];
  await present(context, {
    data,
    rows,
    columns: factColumns,
    blocks: () => [factsBlock('Sign-in', rows)],
    nameOf: ({ id }) => id,
    empty: '',
  });
}
