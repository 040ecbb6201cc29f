import { useQuery } from '@tanstack/react-query';
import { containerResources, formatCount, utilization } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { PartialNotice } from '../../../table/ListStates.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { readingsQuery, type TargetId, targetQuery } from '../queries.ts';
import { UtilizationList } from './UtilizationList.tsx';

/** The utilization of all containers. It reads the queries of the page and fetches nothing. */
export function UtilizationDrawer({ id }: { id: TargetId }) {
  const client = useClient();
  const { data: target, isError } = useQuery({ ...targetQuery(client, id), enabled: false });
  const readings = useQuery({ ...readingsQuery(client, id), enabled: false });
  if (target === undefined) return isError ? <p>The target could not be loaded.</p> : <Skeleton className="h-24" />;
  if (target.outcome !== 'found') return <p className="text-ink-2">No workload is running for this target.</p>;
  const resources = containerResources(target.target, target.aiscaletarget.spec, readings.data?.current);
  const count = target.target.containers.length;
  if (count === 0) return <p className="text-ink-2">This target has no known containers.</p>;
  return (
    <div className="-mx-4 -my-3">
      <div className="flex items-center justify-between gap-2 border-b px-4 py-1 text-ink-3">
        <span>
          {formatCount(count)} {count === 1 ? 'container' : 'containers'}
        </span>
        <DownloadCsv
          name={`${id.name}-containers`}
          header={['namespace', 'target', 'container', 'resource', 'used', 'requested', 'utilization', 'managed']}
          rows={() =>
            resources.map(({ container, resource, current, request, managed }) => [
              id.namespace,
              id.name,
              container,
              resource,
              current,
              request,
              utilization(current, request),
              String(managed),
            ])
          }
        />
      </div>
      {readings.isError ? (
        <PartialNotice onRetry={() => void readings.refetch()}>
          The current usage of the containers could not be loaded.
        </PartialNotice>
      ) : null}
      <UtilizationList resources={resources} histories={readings.data?.histories ?? new Map()} />
    </div>
  );
}
