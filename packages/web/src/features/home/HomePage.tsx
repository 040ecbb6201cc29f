import { useQuery } from '@tanstack/react-query';
import { displayText, formatCount, isInClusters, toastText } from '@trimtab/core';
import { useDeferredValue, useMemo } from 'react';
import { allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { kpisQuery } from '../../api/kpis.ts';
import { PageTitle } from '../../browser/PageTitle.tsx';
import { paths } from '../../browser/paths.ts';
import { Link } from '../../browser/router.tsx';
import { CardBoundary } from '../../table/CardBoundary.tsx';
import { ClusterSelect, useCluster } from '../../table/ClusterSelect.tsx';
import { EmptyState, ErrorState, OfflineState, PartialNotice } from '../../table/ListStates.tsx';
import { buttonClasses } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AsOf } from './AsOf.tsx';
import { KpiStrip } from './kpis/KpiStrip.tsx';
import { useKpiLinks } from './kpis/use-kpi-links.ts';
import { NamespaceSection, type RenderChatPanel } from './namespaces/NamespaceSection.tsx';
import { namespaceCounts } from './namespaces/namespace-groups.ts';
import { SectionSkeleton } from './namespaces/SectionSkeleton.tsx';

export type HomePageProps = { renderChatPanel?: RenderChatPanel };

export function HomePage({ renderChatPanel }: HomePageProps) {
  const { data: newest, error, fetchStatus, refetch } = useQuery(allTargetsQuery(useClient()));
  // The first page is shown immediately. Later pages must not delay a key press.
  const data = useDeferredValue(newest) ?? newest;
  const isOffline = fetchStatus === 'paused' && !data;
  const cluster = useCluster();
  const items = useMemo(
    () =>
      cluster === null
        ? data?.items
        : data?.items.filter(({ namespace }) => isInClusters(namespace, cluster.split(','))),
    [data, cluster],
  );
  const whole = cluster === null ? data?.counts : undefined;
  const isPartial = data?.isComplete === false || data?.isTruncated;
  /** How many there are: of all, if that is known, otherwise of those loaded so far, with a plus. */
  const count = (all: number | null | undefined, some: number) =>
    formatCount(all ?? some) + (all == null && isPartial ? '+' : '');
  const namespaces = useMemo(() => (items ? namespaceCounts(items) : null), [items]);
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title="Home" />
      <div>
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="flex min-h-6 items-center text-title font-semibold tracking-tight sm:min-h-8 sm:text-display">
            {items && namespaces ? (
              `${count(whole?.targets, items.length)} targets across ${count(whole?.namespaces, namespaces.length)} namespaces`
            ) : (
              <>
                <span className="sr-only">Home</span>
                {error || isOffline ? 'Targets' : <Skeleton className="h-4 w-72 max-w-full sm:h-5 sm:w-100" />}
              </>
            )}
          </h1>
          <ClusterSelect />
          <AsOf />
          <ReadingProgress />
        </div>
        <Card className="overflow-hidden">
          <CardBoundary name="The key figures">
            <GlobalKpis />
          </CardBoundary>
        </Card>
      </div>
      {error && !data ? (
        <Card>
          <ErrorState
            title="The list of targets could not be loaded."
            detail={toastText(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : null}
      {data && (error || data.isTruncated) ? (
        <Card className="overflow-hidden">
          <PartialNotice onRetry={() => void refetch()}>
            {data.isTruncated || !data.isComplete
              ? `Only ${formatCount(data.items.length)} targets could be listed; there are more. The namespaces below may not be complete.`
              : 'The list could not be refreshed and may be out of date.'}
          </PartialNotice>
        </Card>
      ) : null}
      {isOffline ? (
        <Card>
          <OfflineState />
        </Card>
      ) : null}
      {!data && !error && !isOffline ? (
        <>
          <SectionSkeleton />
          <SectionSkeleton />
          <SectionSkeleton />
        </>
      ) : null}
      {namespaces?.length === 0 && data?.isComplete ? <NoTargets cluster={cluster} /> : null}
      {namespaces?.map((counts, index) => (
        <NamespaceSection key={counts.namespace} {...counts} index={index} renderChatPanel={renderChatPanel} />
      ))}
    </div>
  );
}

/** The progress of a server that has just started in reading the past. */
function ReadingProgress() {
  const { data } = useQuery(kpisQuery(useClient()));
  if (data?.computing !== true || data.reading === undefined) return null;
  const { targets, read, minutes_left } = data.reading;
  const left = minutes_left === null ? '' : `, about ${minutes_left} min left`;
  return (
    <p className="text-small text-ink-3">
      Reading past usage: {formatCount(read)} of {formatCount(targets)} targets{left}
    </p>
  );
}

function GlobalKpis() {
  const cluster = useCluster();
  const { data, error, fetchStatus, refetch } = useQuery(kpisQuery(useClient(), cluster));
  const linkOf = useKpiLinks(cluster === null ? {} : { clusters: cluster });
  if (fetchStatus === 'paused' && !data) return <OfflineState />;
  if (error && !data) return <ErrorState title="The key figures could not be loaded." onRetry={() => void refetch()} />;
  return (
    <>
      <KpiStrip
        label={`Key figures of ${cluster ?? 'all targets'}`}
        kpis={data?.items ?? null}
        size="page"
        linkOf={linkOf}
      />
      {data?.incomplete?.slice(0, 3).map((sentence) => (
        <p key={sentence} className="border-t bg-waste-soft px-4 py-2 text-waste">
          {displayText(sentence, 500)}
        </p>
      ))}
    </>
  );
}

function NoTargets({ cluster }: { cluster: string | null }) {
  return (
    <Card>
      <EmptyState title={cluster === null ? 'No targets yet' : `No targets in ${cluster} yet`}>
        <p className="mb-3">
          Enroll the workloads of a namespace, and their utilization, recommendations and costs appear here.
        </p>
        <Link to={paths.onboarding} className={buttonClasses('primary')}>
          Enroll workloads
        </Link>
      </EmptyState>
    </Card>
  );
}
