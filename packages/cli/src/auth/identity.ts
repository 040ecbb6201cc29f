/** Who signed in, as their provider says it. */
export type Identity = {
  readonly subject: string | null;
  readonly name: string | null;
  readonly email: string | null;
};

/**
 * Reads an ID token that came straight from the provider's token endpoint: the connection vouches for it (OpenID Connect
 * Core 3.1.3.7), and it is only shown, never trusted for anything.
 */
export function identityOf(idToken: string | null): Identity {
  const claims = claimsOf(idToken ?? '');
  const text = (name: string) => {
    const value = claims.get(name);
    return typeof value === 'string' && value !== '' ? value.slice(0, 200) : null;
  };
  return { subject: text('sub'), name: text('name'), email: text('email') };
}

function claimsOf(token: string): ReadonlyMap<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return new Map(typeof claims === 'object' && claims !== null ? Object.entries(claims) : []);
  } catch {
    return new Map();
  }
}

/** A person in half a sentence. */
export function nameOf({ name, email, subject }: Identity): string {
  if (name !== null) return email === null ? name : `${name} (${email})`;
  return email ?? subject ?? 'somebody whom the provider does not name';
}

/** When a token says that it ends; null when it is opaque, or does not say. */
export function expiryOf(token: string): number | null {
  const seconds = claimsOf(token).get('exp');
  return typeof seconds === 'number' && Math.abs(seconds) < 1e11 ? seconds * 1_000 : null;
}
