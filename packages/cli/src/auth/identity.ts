import { parseRecord } from '../json.ts';

/** Who signed in, from the provider's ID token. */
export type Identity = {
  readonly subject: string | null;
  readonly name: string | null;
  readonly email: string | null;
};

/**
 * Reads an ID token from the provider's token endpoint. The signature is not checked: the token came over a direct
 * connection (OpenID Connect Core, section 3.1.3.7), and the claims are only displayed.
 */
export function identityOf(idToken: string | null): Identity {
  const claims = claimsOf(idToken ?? '');
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && value !== '' ? value.slice(0, 200) : null;
  };
  return { subject: text('sub'), name: text('name'), email: text('email') };
}

const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
  parseRecord(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) ?? {};

/** A person's name for a sentence. */
export function nameOf({ name, email, subject }: Identity): string {
  if (name !== null) return email === null ? name : `${name} (${email})`;
  return email ?? subject ?? 'an unnamed user';
}

/** The issuer and subject in the token; null if the token is opaque. */
export function principalOf(token: string): string | null {
  const { iss, sub } = claimsOf(token);
  return typeof sub === 'string' ? JSON.stringify([iss, sub]) : null;
}

/** The expiry in the token, in milliseconds; null if the token is opaque or has none. */
export function expiryOf(token: string): number | null {
  const seconds = claimsOf(token)['exp'];
  return typeof seconds === 'number' && Math.abs(seconds) < 1e11 ? seconds * 1_000 : null;
}
