import { useSyncExternalStore } from 'react';
import { showToast } from './toasts.ts';

/** A text that the browser did not allow to copy. `label` names it for screen readers. */
export type ByHand = { title: string; label: string; text: string };

let byHand: ByHand | null = null;
const listeners = new Set<() => void>();

/** Opens a dialog with a text that the user can copy by hand; null closes it. */
export function showByHand(next: ByHand | null): void {
  byHand = next;
  for (const listener of listeners) listener();
}

/** Copies a text to the clipboard. Returns false if the clipboard is denied, missing (plain http) or the page has no focus. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies a text and confirms it. If the browser forbids that, a dialog shows the selected text to copy it by hand. */
export async function copyOrShow(content: ByHand, confirmation: string): Promise<void> {
  if (await copyText(content.text)) showToast(confirmation, 'info');
  else showByHand(content);
}

/** Copies the address of exactly this view: page, tab, sort, filters and range are in it. */
export function copyLink(): Promise<void> {
  return copyOrShow({ title: 'Link to this view', label: 'Link', text: location.href }, 'The link was copied.');
}

/** The text to copy by hand, or null. */
export function useByHand(): ByHand | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => byHand,
  );
}
