import { noticeHeader } from '@trimtab/core';
import { useSyncExternalStore } from 'react';

let notice: string | null = null;
const listeners = new Set<() => void>();

/** A `fetch` that keeps the notice of the newest answer about data that is missing from all answers. */
export function withNotice(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const next = response.headers.get(noticeHeader);
    if (next !== notice) {
      notice = next;
      for (const listener of listeners) listener();
    }
    return response;
  };
}

/** What is missing from all answers at the moment, as sentences; null if they are complete. */
export function useServerNotice(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notice,
  );
}
