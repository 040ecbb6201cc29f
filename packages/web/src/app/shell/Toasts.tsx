import { safeHref } from '../../browser/safe-href.ts';
import { dismissToast, useToasts } from '../../context/toasts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

/** The messages at the bottom of the screen. Screen readers announce each new one. */
export function Toasts() {
  const toasts = useToasts();
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none print:hidden fixed inset-x-0 bottom-0 z-50 lg:left-64 flex flex-col items-center gap-2 p-4"
    >
      {toasts.map(({ id, text, tone, count, link }) => (
        <div
          key={id}
          className="pointer-events-auto flex w-full max-w-lg items-start gap-3 rounded-md border bg-raised py-1.5 pr-1.5 pl-3 shadow-raised"
        >
          <Icon
            name={tone === 'error' ? 'severityHigh' : 'severityLow'}
            className={classNames('mt-2', tone === 'error' ? 'text-danger' : 'text-savings')}
          />
          <p className="min-w-0 flex-1 py-1.5 break-words">
            {text}
            {link === null ? null : (
              <a
                href={safeHref(link.href)}
                target="_blank"
                rel="noopener"
                className="ml-2 font-medium text-accent underline"
              >
                {link.text}
              </a>
            )}
          </p>
          {count > 1 ? (
            <Badge className="mt-1.5">
              <span className="sr-only">repeated </span>×{count}
            </Badge>
          ) : null}
          <IconButton icon="close" label="Dismiss" onClick={() => dismissToast(id)} />
        </div>
      ))}
    </section>
  );
}
