import { useSyncExternalStore } from 'react';

/** A message that the user sent. The `id` distinguishes messages with equal texts. */
export type SentMessage = { id: number; text: string };

const none: readonly SentMessage[] = [];
// Stored outside the component, because a section that is far from the viewport is unmounted. Lost on a reload.
const sentIn = new Map<string, readonly SentMessage[]>();
/** What was typed and not sent, by namespace. Only the panel of the namespace reads it. */
export const drafts = new Map<string, string>();
const listeners = new Set<() => void>();
let lastId = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The messages sent in a namespace's chat since the page was loaded. */
export function useSentMessages(namespace: string): readonly SentMessage[] {
  return useSyncExternalStore(subscribe, () => sentIn.get(namespace) ?? none);
}

/** Appends a message on this page; nothing is sent to a server. Blank text is ignored. Returns whether it was appended. */
export function appendMessage(namespace: string, text: string): boolean {
  const message = text.trim();
  if (message === '') return false;
  lastId += 1;
  sentIn.set(namespace, [...(sentIn.get(namespace) ?? none), { id: lastId, text: message }]);
  for (const listener of listeners) listener();
  return true;
}
