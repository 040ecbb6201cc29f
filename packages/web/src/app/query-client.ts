import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, toastText } from '@trimtab/core';
import { logFailure } from '../browser/log.ts';
import { showAccessNotice } from '../context/access-notice.ts';
import { showToast } from '../context/toasts.ts';
import { refetchedLater } from './refetch-on-return.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `onlyLogged`: a failure is logged and shows no toast; a string is the log message. `silent`: a failure is not
     * reported at all, because servers of other vendors may not have the call.
     */
    queryMeta: { onlyLogged?: boolean | string; silent?: boolean };
  }
}

function showFailure(error: unknown): void {
  const text = toastText(error);
  if (text !== null) showToast(text);
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/**
 * Creates the cache of all server state. It also reports every failed call. Retries are off because core's client already
 * retries. Mutations do not wait for the network: an enrollment fails immediately instead of being sent later.
 *
 * @param onRefused called when the API answers 401
 */
export function createQueryClient({ onRefused }: { onRefused?: () => void } = {}): QueryClient {
  const refused = onRefused ?? (() => showSignInMissing(queryClient));
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isRefused(error)) return refused();
        const { onlyLogged = false, silent = false } = query.meta ?? {};
        if (silent) return undefined;
        if (onlyLogged === false) return showFailure(error);
        return logFailure(onlyLogged === true ? `${String(query.queryKey[0])} failed.` : onlyLogged, error);
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => (isRefused(error) ? refused() : showFailure(error)) }),
    defaultOptions: {
      // refetch-on-return.ts refetches after the tab or the network returns.
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: refetchedLater, refetchOnReconnect: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}

/** The API requires a sign-in but none is configured, so the console shows a banner instead of redirecting. */
function showSignInMissing(queryClient: QueryClient): void {
  showAccessNotice({
    text: 'this API needs sign-in, which is not configured',
    action: 'Retry',
    onAction: () => {
      showAccessNotice(null);
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    },
  });
}
