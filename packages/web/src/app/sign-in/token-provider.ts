import { ApiError, NetworkError, type TokenProvider } from '@trimtab/core';

/** The function of the sign-in library that returns tokens. */
export type TokenSource = {
  getAccessTokenSilently: (options: { cacheMode: 'on' | 'off' }) => Promise<string | undefined>;
};

/** The library's error codes for a provider that does not answer or a busy lock. The session may still be valid. */
const noAnswerCodes: ReadonlySet<unknown> = new Set(['timeout', 'request_error']);

/** Whether the error means that the user must sign in again, such as `invalid_grant` or `login_required`. */
function isSessionEnded(error: unknown): boolean {
  return (
    error instanceof Error && 'error' in error && typeof error.error === 'string' && !noAnswerCodes.has(error.error)
  );
}

/**
 * Provides the API client's tokens. The library refreshes them a minute before they expire. `forceRefresh` is used after the
 * API rejected a token.
 *
 * @param onEnded called when only a new sign-in can return a token; resolves to true if the page redirects to the sign-in
 */
export function createTokenProvider(source: TokenSource, host: string, onEnded: () => Promise<boolean>): TokenProvider {
  return async ({ forceRefresh }) => {
    try {
      const token = await source.getAccessTokenSilently({ cacheMode: forceRefresh ? 'off' : 'on' });
      if (token !== undefined) return token;
    } catch (error) {
      if (!isSessionEnded(error)) throw new NetworkError(host, null, { cause: error });
    }
    // The page is navigating away. The promise never settles, so that no error is shown before that.
    if (await onEnded()) return new Promise<string>(() => {});
    throw new ApiError(401, ['Sign in to continue.']);
  };
}
