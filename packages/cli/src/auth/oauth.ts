import type { FetchLike, FetchResponse } from '@trimtab/core';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { isLoopback } from '../http/certificates.ts';

/** What a provider says of itself; the addresses that signing in needs. */
export type Provider = {
  /** Exactly as it writes itself. */
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly deviceEndpoint: string | null;
  readonly revocationEndpoint: string | null;
};

/** What became of a request: an answer of any status, or none, with whether it can have arrived. */
export type Answer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The JSON object of the body; null for anything else, such as a proxy's page. */
      readonly body: ReadonlyMap<string, unknown> | null;
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'unanswered'; readonly wasNeverSent: boolean; readonly reason: string };

const timeLimitMs = 15_000;
const longestBody = 1_000_000;

/** Failures from before a connection stood: nothing of the request can have arrived. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function codeOf(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}

async function textOf({ body }: FetchResponse): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > longestBody) throw new TypeError('the answer is too long');
  }
  return text;
}

function objectOf(text: string): ReadonlyMap<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? new Map(Object.entries(read)) : null;
  } catch {
    return null;
  }
}

function retryAfterOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) * 1_000 : null;
}

/** A form post or, without fields, a GET. Never rejects but for Ctrl-C. */
export async function ask(
  fetch: FetchLike,
  url: string,
  { fields, signal }: { fields?: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: fields === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(fields === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields === undefined ? {} : { body: new URLSearchParams(fields).toString() }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    });
    const retryAfterMs = retryAfterOf(response.headers.get('retry-after'));
    return { kind: 'answered', status: response.status, body: objectOf(await textOf(response)), retryAfterMs };
  } catch (error) {
    if (signal.aborted) throw new CliError('Interrupted.', exitCode.interrupted);
    const code = codeOf(error);
    const reason = code ?? (error instanceof Error ? error.message : 'unknown');
    return { kind: 'unanswered', wasNeverSent: code !== null && neverSent.has(code), reason };
  }
}

/** The address of a provider that secrets may be sent to: https, or this machine. */
export function safeProviderAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.href)) ? url : null;
}

/** A domain, as Auth0 names a tenant, or a whole address. */
export const issuerOf = (text: string): string => (text.includes('://') ? text : `https://${text}/`);

const withoutSlash = (text: string): string => text.replace(/\/+$/, '');

function providerFault(issuer: string, what: string): CliError {
  return new CliError(
    `The sign-in provider ${issuer} ${what}.`,
    exitCode.api,
    'Check the issuer: trimtab config list shows where it comes from.',
  );
}

/** Finds out where a provider signs in (OpenID Connect Discovery 1.0). */
export async function discover(fetch: FetchLike, named: string, signal: AbortSignal): Promise<Provider> {
  const issuer = issuerOf(named);
  if (safeProviderAddress(issuer) === null)
    throw providerFault(issuer, 'has no https address, so nothing was sent to it');
  const answer = await ask(fetch, `${withoutSlash(issuer)}/.well-known/openid-configuration`, { signal });
  if (answer.kind === 'unanswered') throw providerFault(issuer, `did not answer (${answer.reason})`);
  const { status, body } = answer;
  const own = body?.get('issuer');
  if (status !== 200 || body === null || typeof own !== 'string') {
    throw providerFault(issuer, `did not say where to sign in (it answered ${status})`);
  }
  // Another issuer than the one that was asked would be a way to send tokens elsewhere (section 4.3).
  if (withoutSlash(own) !== withoutSlash(issuer)) throw providerFault(issuer, 'calls itself by another name');
  const endpoint = (name: string): string | null => {
    const address = body.get(name);
    if (typeof address !== 'string') return null;
    if (safeProviderAddress(address) === null) throw providerFault(issuer, `names an unsafe address as ${name}`);
    return address;
  };
  const tokenEndpoint = endpoint('token_endpoint');
  if (tokenEndpoint === null) throw providerFault(issuer, 'names no token endpoint');
  return {
    issuer: own,
    tokenEndpoint,
    deviceEndpoint: endpoint('device_authorization_endpoint'),
    revocationEndpoint: endpoint('revocation_endpoint'),
  };
}

export type Tokens = {
  readonly accessToken: string;
  /** Null: the old one stays, or there is none. */
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly expiresInSeconds: number;
};

/** A provider that does not say is taken to mean this (RFC 6749 leaves it open). */
const usualLifeSeconds = 3_600;

/** The tokens of a successful answer; null for any other. */
export function tokensOf(answer: Answer): Tokens | null {
  if (answer.kind !== 'answered' || answer.status !== 200 || answer.body === null) return null;
  const { body } = answer;
  const text = (name: string) => {
    const value = body.get(name);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const accessToken = text('access_token');
  // What is sent in a header must be one word of visible characters.
  if (accessToken === null || !/^[\x21-\x7e]+$/.test(accessToken)) return null;
  const life = Number(body.get('expires_in'));
  return {
    accessToken,
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    expiresInSeconds: Number.isFinite(life) && life > 0 ? life : usualLifeSeconds,
  };
}

/** The `error` of an answer, which decides; null when it has none. Its status says nothing: providers differ. */
export function errorOf(answer: Answer): string | null {
  const error = answer.kind === 'answered' ? answer.body?.get('error') : undefined;
  return typeof error === 'string' ? error : null;
}

/** What the provider adds for people; empty when it adds nothing. */
export function descriptionOf(answer: Answer): string {
  const text = answer.kind === 'answered' ? answer.body?.get('error_description') : undefined;
  return typeof text === 'string' ? text.slice(0, 200) : '';
}
