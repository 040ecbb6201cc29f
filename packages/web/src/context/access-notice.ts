import { useSyncExternalStore } from 'react';

/** Explains why the API rejects all calls, and offers an action. */
export type AccessNotice = { text: string; action: string; onAction: () => void };

let notice: AccessNotice | null = null;
const listeners = new Set<() => void>();

/** Shows the access notice; null removes it. There is at most one. */
export function showAccessNotice(next: AccessNotice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

export function useAccessNotice(): AccessNotice | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notice,
  );
}
