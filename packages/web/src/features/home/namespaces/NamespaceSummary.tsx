import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { defaultSort, type Sort, sortParameter, toastText } from '@trimtab/core';
import { useDeferredValue, useEffect } from 'react';
import { useClient } from '../../../api/client.tsx';
import { namespaceKpisQuery } from '../../../api/kpis.ts';
import { namespaceTargetsQuery } from '../../../api/namespace-targets.ts';
import { whenIdle } from '../../../browser/when-idle.ts';
import { ErrorState, OfflineState } from '../../../table/ListStates.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { KpiStrip } from '../kpis/KpiStrip.tsx';
import { TargetsPanel } from '../targets/TargetsPanel.tsx';
import { TargetTools } from '../targets/TargetTools.tsx';
import { type NamespaceTargets, useNamespaceTargets } from '../targets/use-namespace-targets.ts';
import { chooseTab, type FirstPage } from './choose-tab.ts';
import type { NamespaceCounts } from './namespace-groups.ts';
import { defaultView, type TargetKind } from './section-view.ts';
import { TabsSkeleton } from './TabsSkeleton.tsx';
import { useSectionView } from './use-section-view.ts';

const kinds = ['autonomous', 'recommendation'] as const;
const tabLabels: Record<TargetKind, string> = { autonomous: 'Autonomous', recommendation: 'Recommendation' };

/**
 * A namespace's key figures and its targets by kind. Both kinds are asked for, since which tabs exist depends on it; the
 * kind that is not shown first, after the one that is.
 */
export function NamespaceSummary({
  counts,
  onFirstRows,
}: {
  counts: NamespaceCounts;
  onFirstRows?: (() => void) | undefined;
}) {
  const { namespace } = counts;
  const [view, setView] = useSectionView(namespace);
  const sortOf = (kind: TargetKind) => (view.tab === kind ? view.sort : defaultSort);
  // Asked for while the section is drawn, not when its skeleton has been painted.
  usePrefetchInfiniteQuery(
    namespaceTargetsQuery(useClient(), { namespace, managed: true, sort: sortOf('autonomous') }),
  );
  const autonomous = useNamespaceTargets(namespace, 'autonomous', { sort: sortOf('autonomous') });
  const recommendation = useNamespaceTargets(namespace, 'recommendation', {
    sort: sortOf('recommendation'),
    enabled: counts.autonomous === 0 || view.tab === 'recommendation' || autonomous.firstPage !== 'pending',
  });
  const targets = { autonomous, recommendation };
  const firstPages = { autonomous: targets.autonomous.firstPage, recommendation: targets.recommendation.firstPage };
  const tab = chooseTab(view.tab, firstPages);
  const isSettled = tab !== null;
  useEffect(() => {
    // Settled is known before the rows are drawn; the page is idle after that.
    if (isSettled && onFirstRows) void whenIdle().then(onFirstRows);
  }, [isSettled, onFirstRows]);
  const show = (chosen: TargetKind, sort: Sort) => {
    // What shows without any choice needs no place in the URL.
    const isDefault = chosen === chooseTab(null, firstPages) && sortParameter(sort) === sortParameter(defaultSort);
    setView(isDefault ? defaultView : { tab: chosen, sort });
  };
  const kind = tab ?? (counts.autonomous > 0 ? 'autonomous' : 'recommendation');
  const panelTargets = tab ? targets[tab] : unsettled(targets[kind]);
  const now = (
    <TargetsPanel
      namespace={namespace}
      kind={kind}
      targets={panelTargets}
      expectedRows={counts[kind]}
      sort={sortOf(kind)}
      onSort={(sort) => show(kind, sort)}
    />
  );
  // Rows are drawn in slices that yield to whatever the operator does; tab and rows stay one value, so they never mix. Not
  // the first: every answer that lands meanwhile would put them off once more.
  const later = useDeferredValue(now);
  const panel = useDeferredValue(panelTargets.rows !== null) ? later : now;

  return (
    <>
      <NamespaceKpis namespace={namespace} />
      {tab ? (
        <Tabs
          label={`Targets of ${namespace}`}
          tabs={kinds
            .filter((one) => one === tab || exists(firstPages[one], counts[one]))
            .map((one) => ({ value: one, label: tabLabels[one] }))}
          value={tab}
          actions={
            <TargetTools
              namespace={namespace}
              kind={tab}
              targets={targets[tab]}
              listed={counts[tab]}
              sort={sortOf(tab)}
            />
          }
          onChange={(value) => show(value === 'recommendation' ? 'recommendation' : 'autonomous', defaultSort)}
        >
          {panel}
        </Tabs>
      ) : (
        <>
          <TabsSkeleton />
          {panel}
        </>
      )}
    </>
  );
}

/** Until the first page has told whether a tab has anything to show, the list of all targets does. */
function exists(firstPage: FirstPage, listed: number): boolean {
  return firstPage === 'filled' || (firstPage !== 'empty' && listed > 0);
}

/** Rows that came before it is settled which tab they belong to are not shown yet. */
function unsettled(targets: NamespaceTargets): NamespaceTargets {
  return { ...targets, rows: null, error: null, hasMore: false, nextPageFailed: false };
}

function NamespaceKpis({ namespace }: { namespace: string }) {
  const query = namespaceKpisQuery(useClient(), namespace);
  usePrefetchQuery(query);
  const { data, error, fetchStatus, refetch } = useQuery(query);
  return (
    <div className="border-b">
      {fetchStatus === 'paused' && !data ? (
        <OfflineState />
      ) : error && !data ? (
        <ErrorState
          title="The key figures could not be loaded."
          detail={toastText(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <KpiStrip label={`Key figures of ${namespace}`} kpis={data?.items ?? null} size="section" />
      )}
    </div>
  );
}
