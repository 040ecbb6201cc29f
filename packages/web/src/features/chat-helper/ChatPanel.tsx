import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusable } from '../../ui/focusable.ts';
import { scriptOf } from './chat-script.ts';
import { appendMessage, drafts, useSentMessages } from './sent-messages.ts';

/** The chat helper beside a namespace's summary. Its messages are predefined. Nothing is sent to a server. */
export function ChatPanel({ namespace, index }: { namespace: string; index: number }) {
  const sent = useSentMessages(namespace);
  const [draft, setDraft] = useState(drafts.get(namespace) ?? '');
  const write = (text: string) => {
    drafts.set(namespace, text);
    setDraft(text);
  };
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sent.length > 0) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [sent]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (appendMessage(namespace, draft)) write('');
  };
  return (
    <Card className="relative min-h-92 min-w-0 overflow-hidden">
      {/* Positioned absolutely, so that the table beside it determines the height and a long chat scrolls. */}
      <section aria-label={`Chat helper for ${namespace}`} className="absolute inset-0 flex flex-col">
        <h3 className="border-b px-4 py-2 font-semibold">Chat helper</h3>
        <div
          ref={log}
          role="log"
          aria-label="Messages"
          {...focusable}
          className="min-h-0 flex-1 overflow-y-auto p-4 -outline-offset-2"
        >
          <ol className="flex flex-col gap-2">
            {scriptOf(index).map((text) => (
              <Message key={text} text={text} />
            ))}
            {sent.map(({ id, text }) => (
              <Message key={id} text={text} own />
            ))}
          </ol>
        </div>
        <form onSubmit={send} className="flex gap-2 border-t p-2">
          <input
            aria-label="Message"
            placeholder="Write a message"
            autoComplete="off"
            maxLength={2_000}
            value={draft}
            onChange={(event) => write(event.target.value)}
            className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-3 placeholder:text-ink-3"
          />
          <Button type="submit">Send</Button>
        </form>
      </section>
    </Card>
  );
}

function Message({ text, own = false }: { text: string; own?: boolean }) {
  return (
    <li
      className={classNames(
        'w-fit max-w-[85%] rounded-lg px-3 py-2 break-words whitespace-pre-wrap',
        own ? 'self-end bg-accent-soft' : 'bg-sunken',
      )}
    >
      <span className="sr-only">{own ? 'You: ' : 'Helper: '}</span>
      {text}
    </li>
  );
}
