import { nameOf } from '../../auth/identity.ts';
import type { Session } from '../../auth/session.ts';
import type { Context } from '../../context.ts';
import { type Fact, factColumns, factsBlock } from '../../output/facts.ts';
import { present } from '../../output/present.ts';

export type SignInFacts = {
  readonly session: Pick<Session, 'api' | 'identity'> & {
    readonly keptIn: Session['keptIn'] | 'environment';
    readonly issuer: string | null;
    readonly expiresAt: number | null;
  };
  /** Where it is kept: a file, or the name of a variable. */
  readonly path: string;
  /** Whether it is renewed when it ends. */
  readonly isRenewed: boolean;
};

const instant = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString().replace('.000Z', 'Z');

/** Says who is signed in, and never with what. */
export async function report(context: Context, { session, path, isRenewed }: SignInFacts): Promise<void> {
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
  const life = ends === null ? 'not known' : `${ends}${isRenewed ? ', then renewed by itself' : ''}`;
  const rows: Fact[] = [
    { id: 'name', label: 'Signed in as', text: nameOf(identity), style: 'strong' },
    { id: 'api', label: 'API', text: api },
    { id: 'issuer', label: 'Provider', text: issuer ?? 'not known', value: issuer },
    {
      id: 'kept_in',
      label: 'Token kept in',
      text: keptIn === 'keyring' ? `the keyring, as ${path}` : path,
      value: keptIn,
    },
    { id: 'expires', label: 'Ends', text: life, value: ends },
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
