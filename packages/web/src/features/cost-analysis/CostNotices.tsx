import { formatCount, type NodeSettings } from '@trimtab/core';
import { ErrorState, PartialNotice } from '../../table/ListStates.tsx';
import { Card } from '../../ui/Card.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { CostTargets } from './use-cost-targets.ts';

export type CostViewProps = {
  costs: CostTargets;
  settings: NodeSettings;
  /** The node settings are still loading, so no costs can be computed. */
  isLoadingSettings: boolean;
  /** The settings are not those that the server has, so that its own figures have another node. */
  isOtherNode: boolean;
};

/** Marks figures that the page cannot compute itself while it shows another node than the server has. */
export function SavedNodeNote({ isOtherNode }: Pick<CostViewProps, 'isOtherNode'>) {
  return isOtherNode ? (
    <span className="block text-small font-normal text-ink-3">With the saved node, not with the one above.</span>
  ) : null;
}

/** Explains what the values below do not include: costs that could not be loaded. */
export function CostNotices({ costs }: Pick<CostViewProps, 'costs'>) {
  const { targets, progress, hasFailed, hasBrokenOff, isPartial, retry } = costs;
  if (hasFailed)
    return (
      <Card>
        {targets === null ? (
          <ErrorState
            title="The costs could not be loaded."
            detail="The list of targets could not be loaded."
            onRetry={retry}
          />
        ) : (
          <ErrorState
            title="Some costs could not be loaded."
            detail="The sums and lists below do not include them."
            onRetry={retry}
          />
        )}
      </Card>
    );
  if (!hasBrokenOff && !isPartial) return null;
  return (
    <Card className="overflow-hidden">
      <PartialNotice onRetry={retry}>
        {hasBrokenOff
          ? `Only ${formatCount(progress.listed)} targets could be listed; there are more. The sums and lists below do not include the others.`
          : 'The server sent fewer costs than it announced. Targets may be missing from the sums and lists below.'}
      </PartialNotice>
    </Card>
  );
}

/** The loading progress, beside the page title, so that nothing moves when it disappears. */
export function ReadingNote({ costs: { isLoading, targets, progress } }: Pick<CostViewProps, 'costs'>) {
  return (
    <p aria-live="polite" className="flex min-w-0 items-center gap-2 text-small text-ink-3">
      {isLoading && targets !== null ? (
        <>
          <Spinner label="Costs are still being read; sums and lists will grow." />
          <span aria-hidden="true" className="truncate tabular-nums">
            <span className="max-sm:hidden">Reading costs: </span>
            {formatCount(progress.read)} of {formatCount(progress.listed)}
          </span>
        </>
      ) : null}
    </p>
  );
}
