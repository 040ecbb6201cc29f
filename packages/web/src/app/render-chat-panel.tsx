import { styled } from '../browser/later-style.ts';
import { loadedLater } from '../browser/loaded-later.tsx';

const ChatPanel = loadedLater(
  'chat-helper',
  () => styled(import('../features/chat-helper/ChatPanel.tsx')).then((module) => module.ChatPanel),
  <div className="min-h-92 rounded-lg border bg-surface" />,
);

/** Renders the chat helper beside a section of the home page. Its code is loaded only if the flag is on. */
export function renderChatPanel(namespace: string, index: number) {
  return <ChatPanel namespace={namespace} index={index} />;
}
