import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import type { Clock, Logger } from '../ports/index.ts';
import { fetchDocument } from './fetch-json.ts';

/** reliability.md, "JWT". Keys are used this long after they were fetched, and no longer: a revoked key must go. */
const usableForMs = 10 * 60_000;
/** From here on they are fetched anew in the background, so that one failed fetch does not lock everyone out. */
const freshForMs = 5 * 60_000;
/** Between two fetches while there are usable keys: tokens with made-up key ids cause at most two fetches a minute. */
const cooldownMs = 30_000;
/** Between two fetches while there are none. */
const retryMs = 5_000;

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).check(z.maxLength(100)) });

/** The signing keys could not be had. Its message is safe to show; the cause is for the log. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

export type KeySetOptions = {
  /** As the provider writes it, a slash at its end included. */
  readonly issuer: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeoutMs?: number;
};

export type KeySet = {
  /** The key that a token names. What the token itself says of where keys are is not looked at. */
  readonly keyFor: JWTVerifyGetKey;
  /** @throws KeysUnavailableError */
  load(): Promise<void>;
};

type Held = { readonly find: JWTVerifyGetKey; readonly fetchedAt: number };

/** The keys of an issuer, found by OpenID Connect discovery, fetched once for all who wait. */
export function createKeySet(options: KeySetOptions): KeySet {
  const { clock, logger } = options;
  const fetchKeys = keyFetcher(options);
  let held: Held | null = null;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const refresh = (): Promise<void> => {
    attemptedAt = clock.now();
    running ??= fetchKeys()
      .then(
        (find) => {
          held = { find, fetchedAt: clock.now() };
        },
        (cause) => {
          logger('warn', 'signing keys could not be fetched', { issuer: options.issuer, error: cause });
          throw new KeysUnavailableError('Access tokens cannot be checked: the identity provider does not answer.', {
            cause,
          });
        },
      )
      .finally(() => {
        attemptedAt = clock.now();
        running = null;
      });
    return running;
  };
  const isDue = (pauseMs: number): boolean => Math.abs(clock.now() - attemptedAt) >= pauseMs;
  /** Null once they are too old; also when the clock was set back, for then nobody knows how old they are. */
  const usable = (): Held | null => {
    const age = held === null ? usableForMs : clock.now() - held.fetchedAt;
    return age >= 0 && age < usableForMs ? held : null;
  };
  const obtain = async (): Promise<Held> => {
    const kept = usable();
    if (kept !== null) {
      if (clock.now() - kept.fetchedAt >= freshForMs && isDue(cooldownMs)) refresh().catch(() => undefined);
      return kept;
    }
    if (running !== null || isDue(retryMs)) await (running ?? refresh());
    const fetched = usable();
    if (fetched !== null) return fetched;
    throw new KeysUnavailableError('Access tokens cannot be checked: the identity provider did not answer just now.');
  };
  return {
    async load() {
      await obtain();
    },
    async keyFor(header, token) {
      const { find } = await obtain();
      try {
        return await find(header, token);
      } catch (error) {
        // Perhaps the provider signs with a new key since we asked.
        if (!(error instanceof errors.JWKSNoMatchingKey) || (running === null && !isDue(cooldownMs))) throw error;
        await (running ?? refresh()).catch(() => undefined);
        return await (await obtain()).find(header, token);
      }
    },
  };
}

function keyFetcher({ issuer, fetch, timeoutMs = 5_000 }: KeySetOptions): () => Promise<JWTVerifyGetKey> {
  let keysAt: string | null = null;
  const discover = async (signal: AbortSignal): Promise<string> => {
    const at = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const found = z.parse(discoverySchema, await fetchDocument(fetch, at, signal));
    if (found.issuer !== issuer) {
      throw new Error(`The provider calls itself ${JSON.stringify(found.issuer)}, not ${JSON.stringify(issuer)}.`);
    }
    if (new URL(issuer).protocol === 'https:' && new URL(found.jwks_uri).protocol !== 'https:') {
      throw new Error('The provider names an address for its keys that is not encrypted.');
    }
    return found.jwks_uri;
  };
  return async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    const at = keysAt ?? (await discover(signal));
    // Should this address fail, the next attempt asks anew where the keys are.
    keysAt = null;
    const keys = createLocalJWKSet(z.parse(keySetSchema, await fetchDocument(fetch, at, signal)));
    keysAt = at;
    return keys;
  };
}
