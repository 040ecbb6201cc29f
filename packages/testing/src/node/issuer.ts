import { createServer, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const audience = 'https://api.trimtab.test';

export type Issuer = Awaited<ReturnType<typeof anIssuer>>;

const keyPair = () => generateKeyPair('RS256', { extractable: true });

/** An OpenID Connect issuer on loopback: discovery, published keys, and a function that signs tokens. */
export async function anIssuer(clock: { now: () => number }) {
  const keys = await keyPair();
  const state = {
    asked: { discovery: 0, keys: 0 },
    /** Replaces the response, to simulate a faulty provider. */
    answer: null as ((response: ServerResponse) => void) | null,
    published: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', use: 'sig', alg: 'RS256' }] as object[],
  };
  const server = createServer((request, response) => {
    const isDiscovery = request.url === '/.well-known/openid-configuration';
    state.asked[isDiscovery ? 'discovery' : 'keys'] += 1;
    if (state.answer !== null) return state.answer(response);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(
        isDiscovery ? { issuer: url, jwks_uri: `${url}.well-known/jwks.json` } : { keys: state.published },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  const seconds = () => Math.floor(clock.now() / 1000);
  /** Valid claims with changes; undefined removes a claim. */
  const claims = (changes: JWTPayload = {}): JWTPayload => ({
    iss: url,
    aud: audience,
    sub: 'auth0|op',
    iat: seconds(),
    exp: seconds() + 3_600,
    ...changes,
  });
  return {
    url,
    keys,
    state,
    claims,
    seconds,
    sign: (changes: JWTPayload = {}, { header = {}, key = keys.privateKey }: Signing = {}) =>
      new SignJWT(claims(changes)).setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt', ...header }).sign(key),
    /** Publishes a new key instead of the old one and returns its private key. */
    async rotate(kid: string): Promise<CryptoKey> {
      const next = await keyPair();
      state.published = [{ ...(await exportJWK(next.publicKey)), kid, use: 'sig', alg: 'RS256' }];
      return next.privateKey;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Signing = { readonly header?: object; readonly key?: CryptoKey };
