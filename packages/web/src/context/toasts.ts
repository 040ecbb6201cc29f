import { useSyncExternalStore } from 'react';

/** One message at the bottom of the screen. `count` is how often the same text was shown during its lifetime. */
export type Toast = { id: number; text: string; tone: ToastTone; count: number; link: ToastLink | null };
/** A link in a toast. It opens in a new window. */
export type ToastLink = { text: string; href: string };
/** `error` reports a failure, `info` a success. */
export type ToastTone = 'error' | 'info';

/** How long a toast stays. The same text within this time increases the counter instead of adding a toast. */
const toastLifetimeMs = 5_000;

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

/** Shows a message for five seconds. If the same text is already shown, its counter increases and its time starts again. */
export function showToast(text: string, tone: ToastTone = 'error', link: ToastLink | null = null): void {
  const shown = toasts.find((toast) => toast.text === text && toast.tone === tone);
  if (shown === undefined) lastId += 1;
  const { id, count } = shown ?? { id: lastId, count: 0 };
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => dismissToast(id), toastLifetimeMs),
  );
  const next = { id, text, tone, count: count + 1, link };
  publish(shown === undefined ? [...toasts, next] : toasts.map((toast) => (toast === shown ? next : toast)));
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
