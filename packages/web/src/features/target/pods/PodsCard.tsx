import { useQuery } from '@tanstack/react-query';
import { formatCount, type Pod } from '@trimtab/core';
import { useMemo, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { useLocation } from '../../../browser/router.tsx';
import { useFlags } from '../../../context/configuration.tsx';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { EmptyState, ErrorState, PartialNotice } from '../../../table/ListStates.tsx';
import { LoadMore } from '../../../table/LoadMore.tsx';
import { Table } from '../../../table/Table.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { podsQuery, pollMs, type TargetId } from '../queries.ts';
import { podColumns } from './pod-columns.tsx';
import { usePodModal } from './use-pod-modal.tsx';

/** Rows that are shown first. A button shows more, so that a thousand pods do not slow down the page. */
const pageSize = 50;
const podKey = ({ name }: Pod) => name;

/** The pods of the target, polled every 30 seconds while the browser tab is visible. */
export function PodsCard({ id }: Pick<TargetCardProps, 'id'>) {
  const {
    data: pods,
    isError,
    refetch,
  } = useQuery({
    ...podsQuery(useClient(), id),
    refetchInterval: pollMs.suggestions,
  });
  usePodModal(pods);
  const [count, setCount] = useState(pageSize);
  const { pathname, search } = useLocation();
  const hasLogs = useFlags().extensions.has('extensions.logs');
  const columns = useMemo(() => {
    const to = (change: Changes) => pathname + changed(search, change);
    return podColumns({
      details: (pod) => to({ pod, drawer: null }),
      logs: hasLogs ? (log) => to({ log, drawer: 'logs' }) : null,
    });
  }, [pathname, search, hasLogs]);
  const rows = useMemo(() => pods?.slice(0, count) ?? null, [pods, count]);
  const retry = () => void refetch();
  return (
    <>
      <CardHeader title={pods === undefined ? 'Pods' : `Pods (${formatCount(pods.length)})`}>
        {pods === undefined || pods.length === 0 ? null : (
          <span className="-mr-3">
            <PodsCsv id={id} pods={pods} />
          </span>
        )}
      </CardHeader>
      {pods === undefined && isError ? (
        <ErrorState title="The pods could not be loaded." onRetry={retry} />
      ) : pods?.length === 0 ? (
        <EmptyState title="No pods">This target runs no pods. New pods appear here within 30 seconds.</EmptyState>
      ) : (
        <Table
          label={`Pods of ${id.name}`}
          columns={columns}
          rows={rows}
          rowKey={podKey}
          minWidth="22rem"
          cards={112}
        />
      )}
      {pods !== undefined && isError ? (
        <PartialNotice onRetry={retry}>The pods could not be refreshed. This list may be out of date.</PartialNotice>
      ) : null}
      {pods !== undefined && pods.length > count ? (
        <LoadMore label="pods" isLoading={false} onLoadMore={() => setCount(count + pageSize)} />
      ) : null}
    </>
  );
}

function PodsCsv({ id, pods }: { id: TargetId; pods: readonly Pod[] }) {
  return (
    <DownloadCsv
      name={`${id.name}-pods`}
      header={['namespace', 'name', 'containers', 'status', 'created']}
      rows={() =>
        pods.map(({ name, containers, status, created }) => [id.namespace, name, containers.length, status, created])
      }
    />
  );
}

type Changes = Readonly<Record<string, string | null>>;

function changed(search: string, changes: Changes): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return `?${params.toString()}`;
}
