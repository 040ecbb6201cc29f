import type { NodeSettings } from '@trimtab/core';
import { ErrorState, PartialNotice } from '../../table/ListStates.tsx';
import { Card } from '../../ui/Card.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { CostTargets } from './use-cost-targets.ts';

/** What a view of the costs is given. */
export type CostViewProps = { costs: CostTargets; settings: NodeSettings };

/** What the figures below lack: costs that could not be read, that are cut short, or that are still on their way. */
export function CostNotices({
  costs: { hasFailed, isPartial, isLoading, targets, retry },
}: Pick<CostViewProps, 'costs'>) {
  if (hasFailed)
    return (
      <Card>
        <ErrorState
          title="Some costs could not be loaded."
          detail="Sums and lists below leave them out."
          onRetry={retry}
        />
      </Card>
    );
  if (isPartial)
    return (
      <Card className="overflow-hidden">
        <PartialNotice onRetry={retry}>
          The server sent fewer costs than it had promised. Sums and lists below may lack targets.
        </PartialNotice>
      </Card>
    );
  return (
    <div aria-live="polite" className="contents">
      {isLoading && targets !== null ? (
        <p className="flex items-center gap-2 text-small text-ink-3">
          <Spinner label="Loading" /> Costs are still being read; sums and lists will grow.
        </p>
      ) : null}
    </div>
  );
}
