import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toastText } from '@trimtab/core';
import { logFailure } from '../lib/log.ts';
import { showToast } from '../lib/toasts.ts';

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

/**
 * The one cache of server state, and the one surface of failed calls. Retries are core's, by one written rule, so there
 * are none here. An enrolment fails now rather than firing when the network returns.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const { onlyLogged = false, silent = false } = query.meta ?? {};
        if (silent) return;
        if (onlyLogged === false) showFailure(error);
        else logFailure(onlyLogged === true ? `${String(query.queryKey[0])} failed.` : onlyLogged, error);
      },
    }),
    mutationCache: new MutationCache({ onError: showFailure }),
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
