import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toastText } from '@trimtab/core';
import { logFailure } from '../lib/log.ts';
import { showToast } from '../lib/toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `onlyLogged`: a listing whose failure belongs in the log and not in a toast (console.md, section 8). */
    queryMeta: { onlyLogged?: boolean };
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
        if (query.meta?.onlyLogged === true) logFailure(`${String(query.queryKey[0])} failed.`, error);
        else showFailure(error);
      },
    }),
    mutationCache: new MutationCache({ onError: showFailure }),
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
