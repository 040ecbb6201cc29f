import { useQuery } from '@tanstack/react-query';
import { defaultSort, type Sort, sortParameter } from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { namespaceKpisQuery } from '../../../api/kpis.ts';
import { ErrorState, OfflineState } from '../../../table/ListStates.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { KpiStrip } from '../kpis/KpiStrip.tsx';
import { useKpiLinks } from '../kpis/use-kpi-links.ts';
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
 * A namespace's KPIs and its targets by kind. Both kinds are fetched, because a tab exists only if there are targets of
 * its kind. The kind of the first tab is fetched first.
 */
export function NamespaceSummary({ counts }: { counts: NamespaceCounts }) {
  const { namespace } = counts;
  const [view, setView] = useSectionView(namespace);
  const sortOf = (kind: TargetKind) => (view.tab === kind ? view.sort : defaultSort);
  const autonomous = useNamespaceTargets(namespace, 'autonomous', {
    sort: sortOf('autonomous'),
    listed: counts.autonomous,
  });
  const recommendation = useNamespaceTargets(namespace, 'recommendation', {
    sort: sortOf('recommendation'),
    listed: counts.recommendation,
    enabled: counts.autonomous === 0 || view.tab === 'recommendation' || autonomous.firstPage !== 'pending',
  });
  const targets = { autonomous, recommendation };
  const firstPages = { autonomous: targets.autonomous.firstPage, recommendation: targets.recommendation.firstPage };
  const choice = chooseTab(view.tab, firstPages, counts);
  const tab = choice === 'none' ? null : choice;
  const show = (chosen: TargetKind, sort: Sort) => {
    // The default view is not written to the URL.
    const isDefault =
      chosen === chooseTab(null, firstPages, counts) && sortParameter(sort) === sortParameter(defaultSort);
    setView(isDefault ? defaultView : { tab: chosen, sort });
  };
  const kind = tab ?? (counts.autonomous > 0 ? 'autonomous' : 'recommendation');
  const panel = (
    <TargetsPanel
      namespace={namespace}
      kind={kind}
      targets={choice ? targets[kind] : unsettled(targets[kind])}
      expectedRows={counts[kind]}
      sort={sortOf(kind)}
      onSort={(sort) => show(kind, sort)}
    />
  );

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
          {choice ? null : <TabsSkeleton />}
          {panel}
        </>
      )}
    </>
  );
}

/** Whether a tab has targets. Its first page decides or, until that is loaded, the list of all targets. */
function exists(firstPage: FirstPage, listed: number): boolean {
  return firstPage === 'filled' || (firstPage !== 'empty' && listed > 0);
}

/** Hides rows that were loaded before the tab is chosen. */
function unsettled(targets: NamespaceTargets): NamespaceTargets {
  return { ...targets, rows: null, error: null, hasMore: false, nextPageFailed: false };
}

function NamespaceKpis({ namespace }: { namespace: string }) {
  const { data, error, fetchStatus, refetch } = useQuery(namespaceKpisQuery(useClient(), namespace));
  const linkOf = useKpiLinks({ namespaces: namespace });
  return (
    <div className="border-b">
      {fetchStatus === 'paused' && !data ? (
        <OfflineState />
      ) : error && !data ? (
        <ErrorState title="The key figures could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <KpiStrip label={`Key figures of ${namespace}`} kpis={data?.items ?? null} size="section" linkOf={linkOf} />
      )}
    </div>
  );
}
