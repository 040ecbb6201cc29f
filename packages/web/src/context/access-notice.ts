import { useSyncExternalStore } from 'react';

/** Why the API answers nothing now, and what to do about it. */
export type AccessNotice = { text: string; action: string; onAction: () => void };

let notice: AccessNotice | null = null;
const listeners = new Set<() => void>();

/** Shows the one notice about access; null takes it away. */
export function showAccessNotice(next: AccessNotice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

/** The notice on the screen. */
export function useAccessNotice(): AccessNotice | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notice,
  );
}
