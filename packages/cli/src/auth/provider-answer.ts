/** The outcome of a request to the sign-in provider. */
export type ProviderAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The JSON object of the body; null for anything else, such as an error page of a proxy. */
      readonly body: Readonly<Record<string, unknown>> | null;
      readonly retryAfterMs: number | null;
    }
  | {
      readonly kind: 'unanswered';
      /** True if the connection was never established, so that the provider cannot have received the request. */
      readonly wasNeverSent: boolean;
      readonly reason: string;
    };

export type Tokens = {
  readonly accessToken: string;
  /** Null if the provider sent none. An earlier one then stays valid. */
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly expiresInSeconds: number;
};

/** Used when the provider sends no expires_in, which RFC 6749 section 5.1 allows. */
const defaultLifetimeSeconds = 3_600;

/**
 * The tokens of a successful response; null for any other response. oauth4webapi is not used, because it is stricter.
 * If it rejected a response for a detail, such as the clock in its ID token, a refresh token that the provider has
 * already rotated would be lost.
 */
export function tokensOf(answer: ProviderAnswer): Tokens | null {
  if (answer.kind !== 'answered' || answer.status !== 200 || answer.body === null) return null;
  const { body } = answer;
  const text = (name: string) => {
    const value = body[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const accessToken = text('access_token');
  // The token is sent in a header, so it must be one word of visible ASCII characters.
  if (accessToken === null || !/^[\x21-\x7e]+$/.test(accessToken)) return null;
  const lifetime = Number(body['expires_in']);
  return {
    accessToken,
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    expiresInSeconds: Number.isFinite(lifetime) && lifetime > 0 ? lifetime : defaultLifetimeSeconds,
  };
}

/** The OAuth error code, or null. The status is not checked: some providers send 403 where RFC 8628 requires 400. */
export function errorOf(answer: ProviderAnswer): string | null {
  const error = answer.kind === 'answered' ? answer.body?.['error'] : undefined;
  return typeof error === 'string' ? error : null;
}

/** The provider's description of its error; empty if there is none. */
export function descriptionOf(answer: ProviderAnswer): string {
  const text = answer.kind === 'answered' ? answer.body?.['error_description'] : undefined;
  return typeof text === 'string' ? text.slice(0, 200) : '';
}

/** Why a response holds no tokens, for an error message. */
export const reasonOf = (answer: ProviderAnswer): string =>
  answer.kind === 'unanswered' ? answer.reason : (errorOf(answer) ?? `it answered ${answer.status}`);
