import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import type { Clock, Logger } from '../ports/index.ts';
import { fetchDocument } from './fetch-document.ts';

/** Keys are used for at most this time, so that revoked keys stop working (docs/faults.md#signing-keys-rotated). */
const usableForMs = 10 * 60_000;
/** After this time, keys are refreshed in the background, so that one failed fetch does not lock all callers out. */
const refreshAfterMs = 5 * 60_000;
/** The pause between two fetches while keys are usable, so that invented key ids cause at most two fetches a minute. */
const cooldownMs = 30_000;
/** The pause between two fetches while there are no usable keys. */
const retryMs = 5_000;

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).check(z.maxLength(100)) });

/** The signing keys cannot be fetched. The message is safe to show; the cause is for the log. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

export type SigningKeysOptions = {
  /** Exactly the `iss` claim of the provider's tokens, including a slash at the end. */
  readonly issuer: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The time limit for discovery and the keys together. */
  readonly timeoutMs?: number;
};

export type SigningKeys = {
  /** Finds the key by the token's key id. Key addresses in the token's header are ignored. */
  readonly keyFor: JWTVerifyGetKey;
  /** @throws KeysUnavailableError */
  load(): Promise<void>;
};

/**
 * The signing keys of an OpenID Connect provider. jose keeps the keys, shares a fetch between waiting callers and fetches
 * again for an unknown key id. jose accepts no clock: it measures the age of the keys with the system clock.
 */
export function createSigningKeys({
  issuer,
  fetch,
  clock,
  logger,
  timeoutMs = 5_000,
}: SigningKeysOptions): SigningKeys {
  const download = createDownload(issuer, fetch);
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  const failedWithin = (ms: number): boolean => Math.abs(clock.now() - failedAt) < ms;

  const keys = createRemoteJWKSet(new URL(issuer), {
    cacheMaxAge: usableForMs,
    cooldownDuration: cooldownMs,
    timeoutDuration: timeoutMs,
    // After a failure, jose would fetch again for each token. It also limits neither redirects nor the size.
    [customFetch]: async (_url, { signal }) => {
      if (failedWithin(keys.fresh ? cooldownMs : retryMs)) {
        throw new KeysUnavailableError('Access tokens cannot be checked: the identity provider did not answer.');
      }
      try {
        const document = await download(signal);
        fetchedAt = clock.now();
        return Response.json(document);
      } catch (cause) {
        failedAt = clock.now();
        logger('warn', 'signing keys could not be fetched', { issuer, error: cause });
        throw new KeysUnavailableError('Access tokens cannot be checked: the identity provider does not answer.', {
          cause,
        });
      }
    },
  });
  const refreshInBackground = (): void => {
    const isDue = keys.fresh && clock.now() - fetchedAt >= refreshAfterMs && !failedWithin(cooldownMs);
    if (isDue) keys.reload().catch(() => undefined);
  };

  return {
    async load() {
      if (!keys.fresh) await keys.reload();
    },
    async keyFor(header, token) {
      // If the clock was set back, the age of the keys is unknown.
      if (clock.now() < fetchedAt) await keys.reload();
      refreshInBackground();
      const wereFresh = keys.fresh;
      try {
        return await keys(header, token);
      } catch (error) {
        // The key id is unknown and the keys could not be refreshed, but the keys that we have are still valid.
        if (error instanceof KeysUnavailableError && wereFresh) throw new errors.JWKSNoMatchingKey();
        throw error;
      }
    },
  };
}

/** Fetches the key set from the address that OpenID Connect discovery names. */
function createDownload(issuer: string, fetch: typeof globalThis.fetch): (signal: AbortSignal) => Promise<unknown> {
  let keysUrl: string | null = null;
  const discover = async (signal: AbortSignal): Promise<string> => {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const found = z.parse(discoverySchema, await fetchDocument(fetch, url, signal));
    if (found.issuer !== issuer) {
      throw new Error(`The provider names ${JSON.stringify(found.issuer)} as issuer, not ${JSON.stringify(issuer)}.`);
    }
    if (new URL(issuer).protocol === 'https:' && new URL(found.jwks_uri).protocol !== 'https:') {
      throw new Error("The address of the provider's keys (jwks_uri) is not an https address.");
    }
    return found.jwks_uri;
  };
  return async (signal) => {
    const url = keysUrl ?? (await discover(signal));
    // If this address fails, the next attempt begins with discovery.
    keysUrl = null;
    const document = z.parse(keySetSchema, await fetchDocument(fetch, url, signal));
    keysUrl = url;
    return document;
  };
}
