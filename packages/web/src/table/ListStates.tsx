import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/** Nothing to show, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1 px-4 py-6">
      <p className="font-medium">{title}</p>
      <div className="max-w-prose text-ink-2">{children}</div>
    </div>
  );
}

/** Nothing came yet, and nothing will before the network is back: no skeleton must pretend otherwise. */
export function OfflineState() {
  return <EmptyState title="You are offline">Loading goes on when the network is back.</EmptyState>;
}

/** The list could not be loaded at all. */
export function ErrorState({ title, detail, onRetry }: { title: string; detail?: string | null; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-4">
      <Icon name="severityHigh" className="text-danger" />
      <p className="min-w-0 flex-1 break-words">
        <span className="font-medium">{title}</span> {detail ? <span className="text-ink-2">{detail}</span> : null}
      </p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

/** A part of the list is shown, and a part could not be loaded. */
export function PartialNotice({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div
      aria-live="polite"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-waste-soft px-4 py-2 text-waste"
    >
      <Icon name="severityMedium" />
      <p className="min-w-0 flex-1">{children}</p>
      <Button look="quiet" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
