import { errors, type JWTPayload, jwtVerify } from 'jose';
import {
  type Authenticator,
  DomainError,
  enrollPermission,
  type Principal,
  UnauthenticatedError,
} from '../ports/index.ts';
import { createSigningKeys, KeysUnavailableError, type SigningKeysOptions } from './signing-keys.ts';

/** A real access token has 1 to 2 KiB. */
const maximumTokenLength = 8 * 1024;
/** Allowed difference between the provider's clock and ours. */
const toleranceSeconds = 30;
const tokenTypes: ReadonlySet<string> = new Set(['jwt', 'at+jwt', 'application/at+jwt']);

export type OidcOptions = SigningKeysOptions & {
  /** The name of this API at the provider: the `aud` claim of access tokens. ID tokens have another audience. */
  readonly audience: string;
  /** Members of this group have the permission ast:enrol, even if their token does not list it. */
  readonly enrollGroup?: string | null;
};

/** Accepts access tokens of one OpenID Connect provider: JWTs, signed with RS256 by a key that the provider publishes. */
export function createOidcAuthenticator(options: OidcOptions): Authenticator {
  const { issuer, audience, clock, logger } = options;
  const keys = createSigningKeys(options);
  const verify = async (token: string): Promise<Principal> => {
    const { payload, protectedHeader } = await jwtVerify(token, keys.keyFor, {
      algorithms: ['RS256'],
      issuer,
      audience,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(clock.now()),
    });
    const { typ } = protectedHeader;
    if (typ !== undefined && !tokenTypes.has(typ.toLowerCase())) throw new errors.JWTInvalid('not an access token');
    return principalOf(payload, options.enrollGroup ?? null);
  };
  return {
    mode: 'oidc',
    async authenticate(request) {
      const token = bearerToken(request);
      try {
        return await verify(token);
      } catch (error) {
        if (error instanceof KeysUnavailableError) throw new DomainError('unavailable', error.message);
        const hasExpired = error instanceof errors.JWTExpired;
        logger('info', 'access token rejected', { reason: error instanceof errors.JOSEError ? error.code : error });
        throw invalidToken(
          hasExpired
            ? 'The access token has expired. Sign in again.'
            : 'The access token is not valid for this server.',
        );
      }
    },
    async problem() {
      try {
        await keys.load();
        return null;
      } catch (error) {
        if (error instanceof KeysUnavailableError) return error.message;
        throw error;
      }
    },
  };
}

/** Only from the Authorization header (RFC 6750): a token in a URL would end in logs and browser histories. */
function bearerToken(request: Request): string {
  const header = request.headers.get('authorization');
  if (header === null) {
    throw new UnauthenticatedError('This call needs an access token. Sign in.', 'Bearer');
  }
  const token = /^bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  if (token === undefined || token.length > maximumTokenLength) {
    throw invalidToken('The access token is not valid for this server.');
  }
  return token;
}

const invalidToken = (sentence: string): UnauthenticatedError =>
  new UnauthenticatedError(sentence, `Bearer error="invalid_token", error_description="${sentence}"`);

/** Auth0 lists permissions in `permissions`, Keycloak in `scope`; Dex has only groups. */
function principalOf({ sub, permissions, scope, groups }: JWTPayload, enrollGroup: string | null): Principal {
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw new errors.JWTInvalid('no subject');
  const scopes = typeof scope === 'string' ? scope.split(' ') : [];
  const byGroup = enrollGroup !== null && strings(groups).includes(enrollGroup) ? [enrollPermission] : [];
  return { subject: sub, permissions: new Set([...strings(permissions), ...scopes, ...byGroup]) };
}

const strings = (claim: unknown): readonly string[] =>
  Array.isArray(claim) ? claim.filter((each) => typeof each === 'string') : [];
