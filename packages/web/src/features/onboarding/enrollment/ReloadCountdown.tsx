import { formatCount, secondMs } from '@trimtab/core';
import { useNow } from '../../../browser/use-now.ts';
import { Button } from '../../../ui/Button.tsx';
import { reloadDelayMs } from './enrollment-store.ts';

/**
 * The time until the page reloads, with a button to reload now. The seconds are hidden from screen readers, which would
 * announce every change.
 */
export function ReloadCountdown({ at, onReload }: { at: number; onReload: () => void }) {
  const left = Math.max(0, Math.min(reloadDelayMs, at - useNow()));
  return (
    <div className="flex items-center gap-3">
      <p className="text-ink-3 tabular-nums">
        <span aria-hidden="true">Reloading in {formatCount(Math.ceil(left / secondMs))} s</span>
        <span className="sr-only">The page reloads automatically in a few seconds.</span>
      </p>
      <Button onClick={onReload}>Reload now</Button>
    </div>
  );
}
