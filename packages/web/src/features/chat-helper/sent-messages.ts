import { useSyncExternalStore } from 'react';

/** A message that the operator wrote; `id` tells equal ones apart. */
export type SentMessage = { id: number; text: string };

const none: readonly SentMessage[] = [];
// Outside the panel, because a section that is scrolled far away is taken off the page; gone with the page itself.
const sentIn = new Map<string, readonly SentMessage[]>();
const listeners = new Set<() => void>();
let lastId = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was written in a namespace's chat since the page was loaded. */
export function useSentMessages(namespace: string): readonly SentMessage[] {
  return useSyncExternalStore(subscribe, () => sentIn.get(namespace) ?? none);
}

/** Appends a message, here and nowhere else; blank text is no message. Answers whether it was one. */
export function appendMessage(namespace: string, text: string): boolean {
  const message = text.trim();
  if (message === '') return false;
  lastId += 1;
  sentIn.set(namespace, [...(sentIn.get(namespace) ?? none), { id: lastId, text: message }]);
  for (const listener of listeners) listener();
  return true;
}
