import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, toastText } from '@trimtab/core';
import { logFailure } from '../browser/log.ts';
import { showAccessNotice } from '../context/access-notice.ts';
import { showToast } from '../context/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `onlyLogged`: a call whose failure belongs in the log and not in a toast (console.md, section 8); a text is what the
     * log says. `silent`: nothing is said at all, because another server need not have the call.
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
 * The one cache of server state, and the one surface of failed calls. Retries are core's, by one written rule, so there
 * are none here. An enrollment fails now rather than firing when the network returns.
 *
 * @param onRefused what happens when the API does not take a call without (another) sign-in
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
      // Coming back to the tab and to the network is refetch-on-return.ts's.
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}

/** Without a sign-in there is nowhere to send anybody: one banner, and never a redirect (H4). */
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
