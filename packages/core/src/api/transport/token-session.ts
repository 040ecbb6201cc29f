/** Gives the access token to send; null when nobody is signed in. With `forceRefresh`, a cached one will not do. */
export type TokenProvider = (options: { forceRefresh: boolean }) => Promise<string | null>;

export type TokenSession = {
  current(): Promise<string | null>;
  /** A token to use instead of one that the API refused; null when there is none. */
  replace(refused: string): Promise<string | null>;
};

/**
 * Sees to it that calls which are refused together cause one refresh: with rotating refresh tokens a second one at the
 * same time would end the session.
 */
export function createTokenSession(provider: TokenProvider = async () => null): TokenSession {
  let renewal: { refused: string; fresh: Promise<string | null> } | null = null;
  return {
    current: () => provider({ forceRefresh: false }),
    replace: (refused) => {
      if (renewal?.refused === refused) return renewal.fresh;
      const started = { refused, fresh: provider({ forceRefresh: true }) };
      renewal = started;
      // A failed refresh must not be what every later call gets.
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
