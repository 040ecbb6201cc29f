import type { FetchLike } from '@trimtab/core';
import * as oauth from 'oauth4webapi';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { errorCodeOf } from '../http/error-code.ts';
import { readText } from '../http/read-text.ts';
import { parseRecord } from '../json.ts';
import { isSameIssuer, issuerOf, safeProviderAddress } from './issuer.ts';
import type { ProviderAnswer } from './provider-answer.ts';

export type Provider = oauth.AuthorizationServer & { readonly token_endpoint: string };

/** The inputs of every request: HTTP, the provider and the public client. */
export type ProviderCall = {
  readonly fetch: FetchLike;
  readonly provider: Provider;
  readonly clientId: string;
  readonly signal: AbortSignal;
};

const timeLimitMs = 15_000;
const maxBodyLength = 1_000_000;

/** Error codes of failures before a connection was established. The provider cannot have received the request. */
const neverSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function retryAfterMsOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;
}

type LibraryRequest = {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | undefined;
  signal?: AbortSignal;
};

/** Sends one request that oauth4webapi builds. Rejects only when the user interrupts. */
async function send(
  fetch: FetchLike,
  signal: AbortSignal,
  request: (options: {
    [oauth.customFetch]: (url: string, init: LibraryRequest) => Promise<Response>;
    // `discover` has already refused plain http to any other machine.
    [oauth.allowInsecureRequests]: true;
  }) => Promise<Response>,
): Promise<ProviderAnswer> {
  let answer: ProviderAnswer | undefined;
  const customFetch = async (url: string, { method, headers, body: form }: LibraryRequest): Promise<Response> => {
    const response = await fetch(url, {
      method,
      headers,
      ...(form === undefined ? {} : { body: form.toString() }),
      // A redirect would carry the form's secrets to another address.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    });
    const retryAfterMs = retryAfterMsOf(response.headers.get('retry-after'));
    const body = parseRecord(await readText(response, maxBodyLength, 'the response is too long'));
    answer = { kind: 'answered', status: response.status, body, retryAfterMs };
    return new Response();
  };
  try {
    await request({ [oauth.customFetch]: customFetch, [oauth.allowInsecureRequests]: true });
    if (answer === undefined) throw new Error('no request was sent');
    return answer;
  } catch (error) {
    if (signal.aborted) throw new CliError('Interrupted.', exitCode.interrupted);
    const code = errorCodeOf(error);
    const reason = code ?? (error instanceof Error ? error.message : 'unknown');
    return { kind: 'unanswered', wasNeverSent: code !== null && neverSentCodes.has(code), reason };
  }
}

function providerError(issuer: string, problem: string): CliError {
  return new CliError(
    `The sign-in provider ${issuer} ${problem}.`,
    exitCode.api,
    'Check the issuer: trimtab config list shows where it comes from.',
  );
}

const endpointNames = ['token_endpoint', 'device_authorization_endpoint', 'revocation_endpoint'] as const;

/** Reads the provider's endpoints (OpenID Connect Discovery 1.0) and refuses those that secrets may not be sent to. */
export async function discover(fetch: FetchLike, named: string, signal: AbortSignal): Promise<Provider> {
  const issuer = issuerOf(named);
  const url = safeProviderAddress(issuer);
  if (url === null) throw providerError(issuer, 'has no https address, so nothing was sent to it');
  const answer = await send(fetch, signal, (options) => oauth.discoveryRequest(url, options));
  if (answer.kind === 'unanswered') throw providerError(issuer, `did not answer (${answer.reason})`);
  const unusable = `sent no OpenID configuration (it answered ${answer.status})`;
  if (answer.status !== 200 || answer.body === null) throw providerError(issuer, unusable);
  const own = answer.body['issuer'];
  const expected = typeof own === 'string' && isSameIssuer(own, issuer) ? new URL(own) : url;
  const document = Response.json(answer.body);
  const metadata = await oauth.processDiscoveryResponse(expected, document).catch((error: unknown) => {
    // OpenID Connect Discovery, section 4.3: a provider with another issuer could send the tokens elsewhere.
    const isOther = error instanceof oauth.OperationProcessingError && error.code === oauth.JSON_ATTRIBUTE_COMPARISON;
    throw providerError(issuer, isOther ? 'returned another issuer than its own address' : unusable);
  });
  for (const name of endpointNames) {
    const address = metadata[name];
    if (typeof address === 'string' && safeProviderAddress(address) === null) {
      throw providerError(issuer, `returned an unsafe address as its ${name}`);
    }
  }
  const { token_endpoint: tokenEndpoint } = metadata;
  if (typeof tokenEndpoint !== 'string') throw providerError(issuer, 'returned no token endpoint');
  return { ...metadata, token_endpoint: tokenEndpoint };
}

/** Device authorization request, RFC 8628 section 3.1. */
export const requestDeviceCode = (
  { fetch, provider, clientId, signal }: ProviderCall,
  fields: Record<string, string>,
) =>
  send(fetch, signal, (options) =>
    oauth.deviceAuthorizationRequest(provider, { client_id: clientId }, oauth.None(), fields, options),
  );

/** Device access token request, RFC 8628 section 3.4. */
export const requestDeviceTokens = ({ fetch, provider, clientId, signal }: ProviderCall, deviceCode: string) =>
  send(fetch, signal, (options) =>
    oauth.deviceCodeGrantRequest(provider, { client_id: clientId }, oauth.None(), deviceCode, options),
  );

/** RFC 6749 section 6. Sent once: the caller decides whether it is safe to repeat. */
export const requestRefresh = ({ fetch, provider, clientId, signal }: ProviderCall, refreshToken: string) =>
  send(fetch, signal, (options) =>
    oauth.refreshTokenGrantRequest(provider, { client_id: clientId }, oauth.None(), refreshToken, options),
  );

/** Client credentials grant, RFC 6749 section 4.4, for scripts. */
export const requestClientToken = (
  { fetch, provider, clientId, signal }: ProviderCall,
  { secret, fields }: { secret: string; fields: Record<string, string> },
) =>
  send(fetch, signal, (options) =>
    oauth.clientCredentialsGrantRequest(
      provider,
      { client_id: clientId },
      oauth.ClientSecretPost(secret),
      fields,
      options,
    ),
  );

/** RFC 7009. */
export const requestRevocation = ({ fetch, provider, clientId, signal }: ProviderCall, refreshToken: string) =>
  send(fetch, signal, (options) =>
    oauth.revocationRequest(provider, { client_id: clientId }, oauth.None(), refreshToken, {
      ...options,
      additionalParameters: { token_type_hint: 'refresh_token' },
    }),
  );
