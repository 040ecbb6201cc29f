import { useSyncExternalStore } from 'react';

/** One message at the bottom of the screen. `count` is how often the same text was shown during its lifetime. */
export type Toast = { id: number; text: string; tone: ToastTone; count: number; link: ToastLink | null };
/** A link in a toast. It opens in a new window. */
export type ToastLink = { text: string; href: string };
/** `error` reports a failure, `info` a success. */
export type ToastTone = 'error' | 'info';

/** How long a toast stays. The same text within this time increases the counter instead of adding a toast. */
const toastLifetimeMs = 5_000;
/** With more toasts than this, the oldest is removed. */
const maxToasts = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Removes a toast before its lifetime ends. */
export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  publish(toasts.filter((toast) => toast.id !== id));
}

/** Shows a message for five seconds. If the same text is already shown, its counter increases instead. */
export function showToast(text: string, tone: ToastTone = 'error', link: ToastLink | null = null): void {
  const shown = toasts.find((toast) => toast.text === text && toast.tone === tone);
  if (shown !== undefined) {
    publish(toasts.map((toast) => (toast === shown ? { ...toast, link, count: toast.count + 1 } : toast)));
    return;
  }
  lastId += 1;
  const id = lastId;
  timers.set(
    id,
    setTimeout(() => dismissToast(id), toastLifetimeMs),
  );
  for (const oldest of toasts.slice(0, Math.max(0, toasts.length + 1 - maxToasts))) dismissToast(oldest.id);
  publish([...toasts, { id, text, tone, count: 1, link }]);
}

/** The toasts on the screen, oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}
