import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/** Shown for an empty list, with a hint about what to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1 px-4 py-6">
      <p className="font-medium">{title}</p>
      <div className="max-w-prose text-ink-2">{children}</div>
    </div>
  );
}

/** Shown instead of a skeleton while the browser is offline and nothing is loaded yet. */
export function OfflineState() {
  return <EmptyState title="You are offline">Loading continues when the network is available again.</EmptyState>;
}

type ErrorStateProps = {
  title: string;
  /** The reason. Left out if a toast shows it, which is so for all queries without `meta`. */
  detail?: string | null;
  onRetry: () => void;
};

/** Shown if the list could not be loaded. */
export function ErrorState({ title, detail, onRetry }: ErrorStateProps) {
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

/** Shown below a list of which only a part could be loaded. */
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
