import { anIssuer, audience, type Issuer } from '@trimtab/testing/node';
import { base64url, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHttpError } from '../http/errors.ts';
import type { Authenticator } from '../ports/index.ts';
import { createOidcAuthenticator } from './oidc.ts';

const clock = { now: () => Date.parse('2026-03-04T12:00:00Z') };
let issuer: Issuer;
let authenticator: Authenticator;

beforeAll(async () => {
  issuer = await anIssuer(clock);
  authenticator = createOidcAuthenticator({ issuer: issuer.url, audience, fetch, clock, logger: () => undefined });
});
afterAll(() => issuer.stop());

const request = (authorization?: string) =>
  new Request('http://api.test/v1/ast', authorization === undefined ? {} : { headers: { authorization } });
const authenticate = async (token: string) => authenticator.authenticate(request(`Bearer ${token}`));
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => toHttpError(error)?.status ?? 500,
  );
const responseTo = (work: Promise<unknown>) => work.then(() => null, toHttpError);

describe('valid tokens', () => {
  it('give the subject and its permissions', async () => {
    expect(await authenticate(await issuer.sign({ permissions: ['ast:enrol', 7], scope: 'openid email' }))).toEqual({
      subject: 'auth0|op',
      permissions: new Set(['ast:enrol', 'openid', 'email']),
    });
  });

  it('give the permission ast:enrol only to members of the configured group', async () => {
    const options = { issuer: issuer.url, audience, fetch, clock, logger: () => undefined };
    const grouped = createOidcAuthenticator({ ...options, enrollGroup: 'platform' });
    const permissions = async (groups: unknown) => {
      const token = await issuer.sign({ groups });
      return (await grouped.authenticate(request(`Bearer ${token}`))).permissions;
    };
    expect(await permissions(['dev', 'platform'])).toEqual(new Set(['ast:enrol']));
    for (const groups of [['dev'], [], 'platform', ['platform-2'], undefined, { platform: true }]) {
      expect(await permissions(groups)).toEqual(new Set());
    }
    expect((await authenticate(await issuer.sign({ groups: ['platform', null] }))).permissions).toEqual(new Set());
  });

  it.each([
    ['for several audiences, ours among them', { aud: ['https://other.test', audience] }, {}],
    ['of the type that Auth0 writes', {}, { typ: 'JWT' }],
    ['without a type', {}, { typ: undefined }],
    ['that expired within the tolerance', { exp: clock.now() / 1000 - 25 }, {}],
    ['from a provider whose clock is ahead by less than the tolerance', { nbf: clock.now() / 1000 + 25 }, {}],
  ])('are accepted %s', async (_what, claims, header) => {
    expect(await statusOf(authenticate(await issuer.sign(claims, { header })))).toBe(200);
  });
});

const now = clock.now() / 1000;
async function parts(changes = {}) {
  const [header = '', payload = '', signature = ''] = (await issuer.sign(changes)).split('.');
  return { header, payload, signature };
}
const encode = (value: unknown) => base64url.encode(JSON.stringify(value));
const signed = (claims = {}, header = {}) => issuer.sign(claims, { header });
const byStranger = async (header = {}) => issuer.sign({}, { header, key: (await generateKeyPair('RS256')).privateKey });

const sentence = (work: Promise<unknown>) => work.catch((error: unknown) => error instanceof Error && error.message);

describe('forged tokens', () => {
  const forgeries: readonly (readonly [string, () => Promise<string>])[] = [
    ['unsecured', async () => new UnsecuredJWT(issuer.claims()).encode()],
    ['alg none in capitals', async () => `${encode({ alg: 'NONE' })}.${(await parts()).payload}.`],
    [
      'alg none, signature kept',
      async () => `${encode({ alg: 'none', kid: 'k1' })}.${(await parts()).payload}.${(await parts()).signature}`,
    ],
    [
      'HS256 signed with the public key',
      async () =>
        new SignJWT(issuer.claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .sign(new TextEncoder().encode(await exportSPKI(issuer.keys.publicKey))),
    ],
    [
      'HS256 signed with zeros',
      async () => new SignJWT(issuer.claims()).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32)),
    ],
    [
      'another algorithm of the family',
      async () =>
        new SignJWT(issuer.claims())
          .setProtectedHeader({ alg: 'PS256', kid: 'k1' })
          .sign((await generateKeyPair('PS256')).privateKey),
    ],
    [
      'an elliptic key',
      async () =>
        new SignJWT(issuer.claims())
          .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
          .sign((await generateKeyPair('ES256')).privateKey),
    ],
    ['signed by a stranger under our key id', () => byStranger()],
    ['signed by a stranger, pointing to a key (jwk)', () => byStranger({ jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } })],
    ['signed by a stranger, pointing to keys (jku)', () => byStranger({ jku: 'http://127.0.0.1:9/keys' })],
    ['signed by a stranger, with a certificate (x5u)', () => byStranger({ x5u: 'http://127.0.0.1:9/cert' })],
    ['signed by a stranger, with certificates (x5c)', () => byStranger({ x5c: ['MIIB'] })],
    ['a key id with path segments', () => byStranger({ kid: '../../../../dev/null' })],
    ['the key id __proto__', () => byStranger({ kid: '__proto__' })],
    ['a key id with SQL', () => byStranger({ kid: "k1' OR '1'='1" })],
    ['wrong issuer', () => signed({ iss: 'https://evil.test/' })],
    ['issuer without its slash', () => signed({ iss: issuer.url.slice(0, -1) })],
    ['issuer in capitals', () => signed({ iss: issuer.url.toUpperCase() })],
    ['no issuer', () => signed({ iss: undefined })],
    ['wrong audience', () => signed({ aud: 'https://other.test' })],
    ['audience that begins like ours', () => signed({ aud: `${audience}.evil.test` })],
    ['several audiences without ours', () => signed({ aud: ['https://other.test', 'x'] })],
    ['no audience', () => signed({ aud: undefined })],
    ['an ID token', () => signed({ aud: 'client-id', nonce: 'n', email: 'op@example.test' }, { typ: 'JWT' })],
    ['expired beyond the tolerance', () => signed({ exp: now - 31 })],
    ['no expiry', () => signed({ exp: undefined })],
    [
      'an expiry that is a text',
      async () =>
        `${(await parts()).header}.${encode({ ...issuer.claims(), exp: '9999999999' })}.${(await parts()).signature}`,
    ],
    ['not valid yet', () => signed({ nbf: now + 600 })],
    ['no subject', () => signed({ sub: undefined })],
    ['an empty subject', () => signed({ sub: '' })],
    ['another type: a logout token', () => signed({}, { typ: 'logout+jwt' })],
    [
      'an unknown critical header',
      async () =>
        `${encode({ alg: 'RS256', kid: 'k1', crit: ['x'], x: 1 })}.${(await parts()).payload}.${(await parts()).signature}`,
    ],
    [
      'a replaced payload',
      async () => {
        const { header, signature } = await parts();
        return `${header}.${encode(issuer.claims({ permissions: ['ast:enrol'] }))}.${signature}`;
      },
    ],
    ['a truncated signature', async () => (await issuer.sign()).slice(0, -10)],
    ['no signature', async () => `${(await parts()).header}.${(await parts()).payload}.`],
    ['100 kB', () => signed({ padding: 'a'.repeat(100_000) })],
    ['encrypted (five parts)', async () => 'eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d'],
    ['not a token', async () => 'hunter2'],
  ];

  it.each(forgeries)('are rejected: %s', async (_what, forge) => {
    const token = await forge();
    await expect(responseTo(authenticate(token))).resolves.toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringMatching(/^Bearer error="invalid_token"/) },
    });
    expect(await statusOf(authenticate(await issuer.sign()))).toBe(200);
  });

  it.each([['Basic b3A6aHVudGVyMg=='], ['Bearer'], ['Bearer '], ['Bearer a b'], ['']])(
    'are rejected without a well-formed Bearer header: %j',
    async (authorization) => {
      expect(await statusOf(authenticator.authenticate(request(authorization)))).toBe(401);
    },
  );

  it('give the same error, except for an expired token', async () => {
    expect(await sentence(authenticate(await signed({ aud: 'x' })))).toBe(
      'The access token is not valid for this server.',
    );
    expect(await sentence(authenticate(await byStranger()))).toBe('The access token is not valid for this server.');
    expect(await sentence(authenticate(await signed({ exp: now - 60 })))).toBe(
      'The access token has expired. Sign in again.',
    );
  });

  it('are read only from the Authorization header', async () => {
    const inQuery = new Request(`http://api.test/v1/ast?access_token=${await issuer.sign()}`);
    await expect(responseTo(authenticator.authenticate(inQuery))).resolves.toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    });
  });
});
