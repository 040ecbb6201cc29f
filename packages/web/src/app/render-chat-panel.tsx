import { lazy, Suspense } from 'react';
import { loadModule, thisPage } from '../browser/chunk-reload.ts';
import { styled } from '../browser/later-style.ts';

const ChatPanel = lazy(async () => ({
  default: (await loadModule('chat-helper', () => styled(import('../features/chat-helper/ChatPanel.tsx')), thisPage))
    .ChatPanel,
}));

/** Renders the chat helper beside a section of the home page. Its code is loaded only if the flag is on. */
export function renderChatPanel(namespace: string, index: number) {
  return (
    <Suspense fallback={<div className="min-h-92 rounded-lg border bg-surface" />}>
      <ChatPanel namespace={namespace} index={index} />
    </Suspense>
  );
}
