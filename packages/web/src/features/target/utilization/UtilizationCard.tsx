import { containerResources } from '@trimtab/core';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { UtilizationList } from './UtilizationList.tsx';

/** So many containers stand on the page; the drawer has them all. */
const mostContainers = 2;

/** What the containers use of what they request. */
export function UtilizationCard({ state, open }: TargetCardProps) {
  const { workload, spec, current, histories, isLoading, missingText } = state;
  const count = workload?.containers.length ?? 0;
  const first =
    workload === null
      ? []
      : containerResources({ ...workload, containers: workload.containers.slice(0, mostContainers) }, spec, current);
  return (
    <>
      <CardHeader title="Resource Utilization">
        <Button look="quiet" className="-mr-3" onClick={() => open('resources')} disabled={count === 0}>
          View all
        </Button>
      </CardHeader>
      {isLoading ? (
        // As high as one container with its two resources.
        <div className="flex flex-col gap-2 px-4 py-3">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
        </div>
      ) : first.length === 0 ? (
        <p className="px-4 py-5 text-ink-2">
          {missingText === null ? 'No container of this target is known.' : 'Nothing runs for this target now.'}
        </p>
      ) : (
        <>
          <UtilizationList resources={first} histories={histories} />
          {count > mostContainers ? (
            <p className="border-t px-4 py-2 text-small text-ink-3">
              {count - mostContainers} more {count - mostContainers === 1 ? 'container' : 'containers'}
            </p>
          ) : null}
        </>
      )}
    </>
  );
}
