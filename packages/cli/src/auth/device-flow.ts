import type { FetchLike } from '@trimtab/core';
import type { Clock } from '../clock.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { type Answer, ask, descriptionOf, errorOf, type Provider, type Tokens, tokensOf } from './oauth.ts';

/** A code that waits for approval (RFC 8628 section 3.2). */
export type DeviceCode = {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly page: string;
  /** The page with the code filled in; null when the provider has none. */
  readonly completePage: string | null;
  readonly intervalMs: number;
  readonly lifeMs: number;
};

/** What one question for the tokens brought. */
export type Poll =
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  | { readonly kind: 'pending' }
  | { readonly kind: 'slow-down' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly error: string; readonly description: string }
  | { readonly kind: 'no-answer'; readonly retryAfterMs: number | null };

const usualIntervalSeconds = 5;
const slowDownMs = 5_000;
const longestBackoffMs = 30_000;
const usualLifeSeconds = 900;

function seconds(value: unknown, usual: number): number {
  const number = Number(value);
  return value !== undefined && Number.isFinite(number) ? Math.max(1, number) : usual;
}

export type Client = {
  readonly clientId: string;
  readonly audience: string | null;
};

/** Asks for a code. */
export async function requestCode(
  fetch: FetchLike,
  provider: Provider,
  { clientId, audience }: Client,
  signal: AbortSignal,
): Promise<DeviceCode> {
  const { issuer, deviceEndpoint } = provider;
  if (deviceEndpoint === null) {
    throw new CliError(
      `The sign-in provider ${issuer} offers no sign-in from a terminal (RFC 8628).`,
      exitCode.denied,
      'Set TRIMTAB_TOKEN, or TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
    );
  }
  const fields = {
    client_id: clientId,
    scope: 'openid profile email offline_access',
    ...(audience === null ? {} : { audience }),
  };
  const answer = await ask(fetch, deviceEndpoint, { fields, signal });
  const code = codeOf(answer);
  if (code !== null) return code;
  const said = errorOf(answer);
  const why = answer.kind === 'unanswered' ? answer.reason : `${said ?? answer.status} ${descriptionOf(answer)}`.trim();
  throw new CliError(
    `The sign-in provider ${issuer} gave no code: ${why}.`,
    said === null ? exitCode.api : exitCode.denied,
    `Is ${clientId} a client that may sign in from a terminal? Another is named by --client-id or TRIMTAB_CLIENT_ID.`,
  );
}

function codeOf(answer: Answer): DeviceCode | null {
  if (answer.kind === 'unanswered' || answer.status !== 200 || answer.body === null) return null;
  const { body } = answer;
  const [deviceCode, userCode, page] = ['device_code', 'user_code', 'verification_uri'].map((name) => body.get(name));
  if (typeof deviceCode !== 'string' || typeof userCode !== 'string' || typeof page !== 'string') return null;
  const complete = body.get('verification_uri_complete');
  return {
    deviceCode,
    userCode,
    page,
    completePage: typeof complete === 'string' ? complete : null,
    intervalMs: seconds(body.get('interval'), usualIntervalSeconds) * 1_000,
    lifeMs: seconds(body.get('expires_in'), usualLifeSeconds) * 1_000,
  };
}

/** Reads one answer by its `error`, never by its status: Auth0 says pending with 403 and slow_down with 429. */
export function classify(answer: Answer): Poll {
  const tokens = tokensOf(answer);
  if (tokens !== null) return { kind: 'tokens', tokens };
  const error = errorOf(answer);
  switch (error) {
    case null:
      break;
    case 'authorization_pending':
      return { kind: 'pending' };
    case 'slow_down':
      return { kind: 'slow-down' };
    case 'access_denied':
      return { kind: 'denied' };
    // Auth0 says expired_token once, and invalid_grant from then on.
    case 'expired_token':
    case 'invalid_grant':
      return { kind: 'expired' };
    default:
      return { kind: 'refused', error, description: descriptionOf(answer) };
  }
  if (answer.kind === 'answered' && answer.status === 200) {
    return { kind: 'refused', error: 'an answer without a token', description: '' };
  }
  // A page of some proxy, or nothing at all: the sign-in itself may still be well.
  return { kind: 'no-answer', retryAfterMs: answer.kind === 'answered' ? answer.retryAfterMs : null };
}

/** One question for the tokens (RFC 8628 section 3.4). */
export async function pollOnce(
  fetch: FetchLike,
  provider: Provider,
  { clientId }: Client,
  { deviceCode }: DeviceCode,
  signal: AbortSignal,
): Promise<Poll> {
  const fields = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
    client_id: clientId,
  };
  return classify(await ask(fetch, provider.tokenEndpoint, { fields, signal }));
}

/** How a wait for approval ended. */
export type Ending = Exclude<Poll, { kind: 'pending' | 'slow-down' | 'no-answer' }>;

/**
 * Asks until there is an end: never earlier than the interval after the last answer, five seconds slower for good after
 * each `slow_down` (RFC 8628 section 3.5), and after no answer twice as long as the last time, up to half a minute.
 */
export async function awaitApproval(
  poll: () => Promise<Poll>,
  code: Pick<DeviceCode, 'intervalMs' | 'lifeMs'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Ending> {
  const end = clock.elapsedMs() + code.lifeMs;
  let { intervalMs } = code;
  let waitMs = intervalMs;
  for (;;) {
    const left = end - clock.elapsedMs();
    await clock.sleep(Math.min(waitMs, Math.max(0, left)), signal);
    if (left < waitMs) return { kind: 'expired' };
    const answer = await poll();
    switch (answer.kind) {
      case 'pending':
        waitMs = intervalMs;
        break;
      case 'slow-down':
        intervalMs += slowDownMs;
        waitMs = intervalMs;
        break;
      case 'no-answer':
        waitMs = Math.max(intervalMs, Math.min(waitMs * 2, longestBackoffMs), answer.retryAfterMs ?? 0);
        break;
      case 'tokens':
      case 'denied':
      case 'expired':
      case 'refused':
        return answer;
    }
  }
}
