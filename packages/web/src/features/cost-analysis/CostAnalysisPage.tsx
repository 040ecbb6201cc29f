import { PageTitle } from '../../browser/PageTitle.tsx';
import { paths } from '../../browser/paths.ts';
import { useLocation, useNavigate } from '../../browser/router.tsx';
import { chosenByTab, useTabFocus } from '../../browser/use-tab-focus.ts';
import { useFlags } from '../../context/configuration.tsx';
import { Breadcrumbs } from '../../table/Breadcrumbs.tsx';
import { CardBoundary } from '../../table/CardBoundary.tsx';
import { ClusterSelect, useCluster } from '../../table/ClusterSelect.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { Breakdown } from './breakdown/Breakdown.tsx';
import { BreakdownV2 } from './breakdown-v2/BreakdownV2.tsx';
import { CostNotices, ReadingNote } from './CostNotices.tsx';
import { NodeDetails } from './node/NodeDetails.tsx';
import { RealNodes } from './node/RealNodes.tsx';
import { useNodeSettings } from './node/use-node-settings.ts';
import { Simulator } from './simulator/Simulator.tsx';
import { useCostTargets } from './use-cost-targets.ts';

const tabs = [
  { value: paths.costAnalysis, label: 'Cost breakdown' },
  { value: paths.costSimulator, label: 'Cost simulator' },
];

export function CostAnalysisPage() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { costSimulator, costBreakdownV2 } = useFlags();
  const frame = useTabFocus();
  const node = useNodeSettings();
  const cluster = useCluster();
  const costs = useCostTargets({ ...node, cluster });
  // Without the list of targets, only the second version of the breakdown has data, because it uses the cost history.
  const hasNothing = costs.targets === null && costs.hasFailed;
  const isOtherNode = node.saving === 'unsaved' || node.hasFailed;
  const isSimulator = costSimulator && pathname.startsWith(paths.costSimulator);
  const tab = isSimulator ? paths.costSimulator : paths.costAnalysis;
  const View = isSimulator ? Simulator : costBreakdownV2 ? BreakdownV2 : Breakdown;
  const content = (
    <div className="flex flex-col gap-4">
      <CostNotices costs={costs} />
      {hasNothing && View !== BreakdownV2 ? null : (
        <CardBoundary name="The costs">
          <View costs={costs} settings={node.settings} isLoadingSettings={node.isLoading} isOtherNode={isOtherNode} />
        </CardBoundary>
      )}
      {isSimulator ? null : (
        <CardBoundary name="The nodes">
          <RealNodes isOtherNode={isOtherNode} />
        </CardBoundary>
      )}
    </div>
  );
  return (
    <article ref={frame} className="flex flex-col gap-4">
      <PageTitle title={isSimulator ? 'Cost simulator' : 'Cost analysis'} />
      <header>
        <Breadcrumbs />
        <div className="flex items-center justify-between gap-4">
          <h1 className="flex items-center gap-3 text-display font-semibold tracking-tight whitespace-nowrap">
            Cost analysis
            <Tooltip text="This feature is in beta. Please report any issues you encounter." side="right">
              <button type="button" className="inline-flex cursor-help rounded-sm">
                <Badge tone="accent">BETA</Badge>
              </button>
            </Tooltip>
          </h1>
          <ReadingNote costs={costs} />
          <ClusterSelect />
        </div>
        <p className="mt-1 max-w-3xl text-ink-2">
          What your targets cost, waste and save. A target costs the share of a node that its requests reserve: the
          larger of its CPU share and its memory share, times the price of the node.
        </p>
      </header>
      <NodeDetails {...node} />
      {costSimulator ? (
        <Tabs
          flush
          label="Views of the costs"
          tabs={tabs}
          value={tab}
          onChange={(next) => navigate(next + search, { state: chosenByTab })}
        >
          {content}
        </Tabs>
      ) : (
        content
      )}
    </article>
  );
}
