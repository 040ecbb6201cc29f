import { formatCount, type NodeSettings } from '@trimtab/core';
import { ErrorState, PartialNotice } from '../../table/ListStates.tsx';
import { Card } from '../../ui/Card.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { CostTargets } from './use-cost-targets.ts';

/** What a view of the costs is given. */
export type CostViewProps = {
  costs: CostTargets;
  settings: NodeSettings;
  /** The settings are not known yet, and nothing can be priced. */
  isPricing: boolean;
};

/** What the figures below lack: costs that could not be read, or that are cut short. */
export function CostNotices({ costs: { targets, hasFailed, isPartial, retry } }: Pick<CostViewProps, 'costs'>) {
  if (hasFailed)
    return (
      <Card>
        {targets === null ? (
          <ErrorState
            title="The costs could not be loaded."
            detail="The list of targets, which they begin with, did not come."
            onRetry={retry}
          />
        ) : (
          <ErrorState
            title="Some costs could not be loaded."
            detail="Sums and lists below leave them out."
            onRetry={retry}
          />
        )}
      </Card>
    );
  if (!isPartial) return null;
  return (
    <Card className="overflow-hidden">
      <PartialNotice onRetry={retry}>
        The server sent fewer costs than it had promised. Sums and lists below may lack targets.
      </PartialNotice>
    </Card>
  );
}

/** How far the costs have been read; it stands in a line that is there anyway, so that nothing moves when it goes. */
export function ReadingNote({ costs: { isLoading, targets, progress } }: Pick<CostViewProps, 'costs'>) {
  return (
    <p aria-live="polite" className="flex min-w-0 items-center gap-2 text-small text-ink-3">
      {isLoading && targets !== null ? (
        <>
          <Spinner label="Costs are still being read; sums and lists will grow." />
          <span aria-hidden="true" className="truncate tabular-nums">
            Reading costs: {formatCount(progress.read)} of {formatCount(progress.listed)}
          </span>
        </>
      ) : null}
    </p>
  );
}
