import type { Suggestion } from '@trimtab/core';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { DrawerName } from '../use-drawer.tsx';
import type { TargetPageState } from '../use-target.ts';
import { useVerdict } from './use-verdict.ts';

type VerdictLineProps = {
  state: TargetPageState;
  /** undefined while loading, null if there is none. */
  suggestion: Suggestion | null | undefined;
  /** The suggestions could not be loaded. */
  failed: boolean;
  isWaiting: boolean;
  open: (drawer: DrawerName) => void;
};

const edges = {
  change: 'border-l-accent',
  fits: 'border-l-savings-fill',
  none: 'border-l-line-strong',
  missing: 'border-l-waste-fill',
} as const;

/** The verdict about the target in one line, with buttons to apply it and to see its explanation. */
export function VerdictLine({ state, suggestion, failed, isWaiting, open }: VerdictLineProps) {
  const verdict = useVerdict(state, suggestion);
  if (verdict === null || isWaiting) return <Pending isFailed={suggestion === undefined && failed && !isWaiting} />;
  const { kind, headline, clauses, canExport } = verdict;
  return (
    <section
      aria-label="What to do"
      className={classNames(
        'flex min-h-24 flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-l-4 bg-surface px-4 py-3 shadow-card',
        edges[kind],
      )}
    >
      <p className="min-w-0 flex-1 basis-72 break-words" data-verdict>
        <span className="text-lead font-semibold">{headline}</span>
        {clauses.length === 0 ? null : (
          <>
            <span className="sr-only"> · </span>
            <span className="block text-ink-2 first-letter:uppercase">{clauses.join(' · ')}</span>
          </>
        )}
      </p>
      {suggestion && state.missingText === null ? (
        <div className="flex gap-2 print:hidden">
          {canExport ? (
            <Button look={kind === 'change' ? 'primary' : 'secondary'} onClick={() => open('take')}>
              <Icon name="download" size={14} />
              Export change
            </Button>
          ) : null}
          <Button onClick={() => open('explain')}>Why</Button>
        </div>
      ) : null}
    </section>
  );
}

function Pending({ isFailed }: { isFailed: boolean }) {
  return (
    <section
      aria-label="What to do"
      {...(isFailed ? {} : { 'aria-busy': true })}
      className="flex min-h-24 flex-col justify-center gap-2 rounded-lg border border-l-4 bg-surface px-4 py-3 shadow-card"
    >
      {isFailed ? (
        <p className="text-ink-2">What to do is unknown, because the suggestions could not be loaded.</p>
      ) : (
        <>
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-3.5 w-96 max-w-full" />
        </>
      )}
    </section>
  );
}
