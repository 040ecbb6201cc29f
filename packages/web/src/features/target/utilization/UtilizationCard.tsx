import { containerResources, missingMark } from '@trimtab/core';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { UtilizationList } from './UtilizationList.tsx';

/** The number of containers on the card. The drawer shows all. */
const maxContainers = 2;

/** The utilization of the containers' requests. */
export function UtilizationCard({ state, open }: TargetCardProps) {
  const { workload, spec, current, histories, isLoading, missingText } = state;
  const count = workload?.containers.length ?? 0;
  const first =
    workload === null
      ? []
      : containerResources({ ...workload, containers: workload.containers.slice(0, maxContainers) }, spec, current);
  return (
    <>
      <CardHeader title="Resource Utilization">
        <Button look="quiet" className="-mr-3" onClick={() => open('resources')} disabled={count === 0}>
          View all
        </Button>
      </CardHeader>
      {isLoading ? (
        // The height of one container with its two resources.
        <div className="flex flex-col gap-2 px-4 py-3">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
        </div>
      ) : first.length === 0 ? (
        <p className="px-4 py-5 text-ink-2">
          {missingText !== null
            ? 'No workload is running for this target.'
            : // Without a workload, the target could not be loaded. The page says so above.
              workload === null
              ? missingMark
              : 'This target has no known containers.'}
        </p>
      ) : (
        <>
          <UtilizationList resources={first} histories={histories} />
          {count > maxContainers ? (
            <p className="border-t px-4 py-2 text-small text-ink-3">
              {count - maxContainers} more {count - maxContainers === 1 ? 'container' : 'containers'}
            </p>
          ) : null}
        </>
      )}
    </>
  );
}
