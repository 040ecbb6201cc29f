import { formatCount, secondMs } from '@trimtab/core';
import { useNow } from '../../../browser/use-now.ts';
import { Button } from '../../../ui/Button.tsx';
import { reloadDelayMs } from './use-enrollment.ts';

/**
 * How long it is until the page is loaded again, and a way not to wait. The seconds are for the eye alone: a screen reader
 * that spoke each of them would say nothing else.
 */
export function ReloadCountdown({ at, onReload }: { at: number; onReload: () => void }) {
  const left = Math.max(0, Math.min(reloadDelayMs, at - useNow()));
  return (
    <div className="flex items-center gap-3">
      <p className="text-ink-3 tabular-nums">
        <span aria-hidden="true">Reloading in {formatCount(Math.ceil(left / secondMs))} s</span>
        <span className="sr-only">The page reloads by itself in a few seconds.</span>
      </p>
      <Button onClick={onReload}>Reload now</Button>
    </div>
  );
}
