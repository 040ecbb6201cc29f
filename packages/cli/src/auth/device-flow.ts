import type { MonotonicClock } from '../clock.ts';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import type { ProviderCall } from './oauth.ts';
import { descriptionOf, errorOf, type ProviderAnswer, type Tokens, tokensOf } from './provider-answer.ts';

/** A code that waits for the user's approval (RFC 8628 section 3.2). */
export type DeviceCode = {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly page: string;
  /** The page with the code filled in; null if the provider has none. */
  readonly completePage: string | null;
  readonly intervalMs: number;
  readonly lifeMs: number;
};

/** The result of one request for the tokens. */
export type Poll =
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  | { readonly kind: 'pending' }
  | { readonly kind: 'slow-down' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly error: string; readonly description: string }
  | { readonly kind: 'no-answer'; readonly retryAfterMs: number | null };

/** RFC 8628 section 3.5: the interval without `interval`, and the increase after each `slow_down`. */
const defaultIntervalSeconds = 5;
const slowDownMs = 5_000;
const maxBackoffMs = 30_000;
const defaultLifeSeconds = 900;

function seconds(value: unknown, fallback: number): number {
  const number = Number(value);
  return value !== undefined && Number.isFinite(number) ? Math.max(1, number) : fallback;
}

export async function requestCode(call: ProviderCall, audience: string | null): Promise<DeviceCode> {
  const { provider, clientId } = call;
  if (typeof provider.device_authorization_endpoint !== 'string') {
    throw new CliError(
      `The sign-in provider ${provider.issuer} offers no sign-in from a terminal (RFC 8628).`,
      exitCode.denied,
      'Set TRIMTAB_TOKEN, or TRIMTAB_ISSUER, TRIMTAB_CLIENT_ID and TRIMTAB_CLIENT_SECRET.',
    );
  }
  const { requestDeviceCode } = await import('./oauth.ts');
  const answer = await requestDeviceCode(call, {
    scope: 'openid profile email offline_access',
    ...(audience === null ? {} : { audience }),
  });
  const code = codeOf(answer);
  if (code !== null) return code;
  const error = errorOf(answer);
  const why =
    answer.kind === 'unanswered' ? answer.reason : `${error ?? answer.status} ${descriptionOf(answer)}`.trim();
  throw new CliError(
    `The sign-in provider ${provider.issuer} returned no device code: ${why}.`,
    error === null ? exitCode.api : exitCode.denied,
    `Check that the client ${clientId} may use the device code grant, or use another client with --client-id.`,
  );
}

function codeOf(answer: ProviderAnswer): DeviceCode | null {
  if (answer.kind === 'unanswered' || answer.status !== 200 || answer.body === null) return null;
  const { body } = answer;
  const { device_code: deviceCode, user_code: userCode, verification_uri: page } = body;
  if (typeof deviceCode !== 'string' || typeof userCode !== 'string' || typeof page !== 'string') return null;
  const complete = body['verification_uri_complete'];
  return {
    deviceCode,
    userCode,
    page,
    completePage: typeof complete === 'string' ? complete : null,
    intervalMs: seconds(body['interval'], defaultIntervalSeconds) * 1_000,
    lifeMs: seconds(body['expires_in'], defaultLifeSeconds) * 1_000,
  };
}

/** Decides by the `error` field, never by the status: Auth0 sends 403 for pending and 429 for slow_down. */
export function classify(answer: ProviderAnswer): Poll {
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
    // Auth0 sends expired_token once, and invalid_grant from then on.
    case 'expired_token':
    case 'invalid_grant':
      return { kind: 'expired' };
    default:
      return { kind: 'refused', error, description: descriptionOf(answer) };
  }
  if (answer.kind === 'answered' && answer.status === 200) {
    return { kind: 'refused', error: 'a response without a token', description: '' };
  }
  // An error page of a proxy, or no response. The sign-in itself may still succeed.
  return { kind: 'no-answer', retryAfterMs: answer.kind === 'answered' ? answer.retryAfterMs : null };
}

export async function pollOnce(call: ProviderCall, { deviceCode }: DeviceCode): Promise<Poll> {
  const { requestDeviceTokens } = await import('./oauth.ts');
  return classify(await requestDeviceTokens(call, deviceCode));
}

/** How a wait for approval ended. */
export type Ending = Exclude<Poll, { kind: 'pending' | 'slow-down' | 'no-answer' }>;

/**
 * Polls until the user has decided or the code has expired. RFC 8628 section 3.5: a poll never starts earlier than the
 * interval after the last response, and each `slow_down` lengthens the interval by five seconds permanently. After a poll
 * without a response the wait doubles, up to 30 seconds.
 */
export async function awaitApproval(
  poll: () => Promise<Poll>,
  code: Pick<DeviceCode, 'intervalMs' | 'lifeMs'>,
  clock: MonotonicClock,
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
        waitMs = Math.max(intervalMs, Math.min(waitMs * 2, maxBackoffMs), answer.retryAfterMs ?? 0);
        break;
      case 'tokens':
      case 'denied':
      case 'expired':
      case 'refused':
        return answer;
    }
  }
}
