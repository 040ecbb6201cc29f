import { useSyncExternalStore } from 'react';

/** One message at the bottom of the screen. `count` is how often the same text came within its lifetime. */
export type Toast = { id: number; text: string; tone: ToastTone; count: number; link: ToastLink | null };
/** A way on that a message offers, in a window of its own. */
export type ToastLink = { text: string; href: string };
/** A failure, or something that went well. */
export type ToastTone = 'error' | 'info';

/** How long a toast stays (console.md, section 9). The same text within this time only raises the counter (H9). */
export const toastLifetimeMs = 5_000;
/** More than this at once is noise: the oldest leaves first. */
const mostToasts = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  publish(toasts.filter((toast) => toast.id !== id));
}

/** Shows a message for five seconds; text that is on the screen already is counted instead of repeated. */
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
  for (const oldest of toasts.slice(0, Math.max(0, toasts.length + 1 - mostToasts))) dismissToast(oldest.id);
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
