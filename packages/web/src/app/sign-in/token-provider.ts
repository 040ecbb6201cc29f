import { ApiError, NetworkError, type TokenProvider } from '@trimtab/core';

/** The part of the sign-in library that tokens come from. */
export type TokenSource = {
  getAccessTokenSilently: (options: { cacheMode: 'on' | 'off' }) => Promise<string | undefined>;
};

/** What the library calls a provider that cannot be asked, or is busy with another tab: the session itself may be well. */
const unanswered: ReadonlySet<unknown> = new Set(['timeout', 'request_error']);

/** Whether a failure to get a token means that somebody must sign in again, such as `invalid_grant` or `login_required`. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof Error && 'error' in error && typeof error.error === 'string' && !unanswered.has(error.error);
}

/**
 * The client's tokens: refreshed by the library a minute before they expire, and at once when the API refused one.
 *
 * @param onEnded asked when no token can be had without somebody; answers whether the page leaves for the sign-in
 */
export function createTokenProvider(source: TokenSource, host: string, onEnded: () => Promise<boolean>): TokenProvider {
  return async ({ forceRefresh }) => {
    try {
      const token = await source.getAccessTokenSilently({ cacheMode: forceRefresh ? 'off' : 'on' });
      if (token !== undefined) return token;
    } catch (error) {
      if (!isSessionEnded(error)) throw new NetworkError(host, null, { cause: error });
    }
    // While the page goes away nothing may settle: an error would be painted before it does.
    if (await onEnded()) return new Promise<string>(() => {});
    throw new ApiError(401, ['Sign in to go on.']);
  };
}
