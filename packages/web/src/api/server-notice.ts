import { noticeHeader } from '@trimtab/core';
import { useSyncExternalStore } from 'react';

let notice: string | null = null;
const listeners = new Set<() => void>();

/** A `fetch` that keeps what the newest answer of the server says about all answers. */
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

/** What all answers lack at the moment; null if they are complete. */
export function useServerNotice(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notice,
  );
}
