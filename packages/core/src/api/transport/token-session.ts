/** Returns the access token; null when the user is not signed in. With `forceRefresh`, it must not return a cached token. */
export type TokenProvider = (options: { forceRefresh: boolean }) => Promise<string | null>;

export type TokenSession = {
  current(): Promise<string | null>;
  /** Returns a new token after the API rejected one; null when there is none. */
  replace(refused: string): Promise<string | null>;
};

/**
 * Calls that are rejected at the same time share one refresh. With rotating refresh tokens a second, simultaneous refresh
 * would end the session.
 */
export function createTokenSession(provider: TokenProvider = async () => null): TokenSession {
  let renewal: { refused: string; fresh: Promise<string | null> } | null = null;
  return {
    current: () => provider({ forceRefresh: false }),
    replace: (refused) => {
      if (renewal?.refused === refused) return renewal.fresh;
      const started = { refused, fresh: provider({ forceRefresh: true }) };
      renewal = started;
      // Forget a failed refresh, so that the next call tries again.
      const forget = () => {
        if (renewal === started) renewal = null;
      };
      started.fresh.then((token) => {
        if (token === null || token === refused) forget();
      }, forget);
      return started.fresh;
    },
  };
}
