import { useQuery } from '@tanstack/react-query';
import {
  formatCount,
  formatCounted,
  formatMoneyRate,
  formatMoneyShort,
  formatResource,
  missingMark,
  type NodeCosts,
  nodePriceNotes,
  nodeSavingsText,
  resourceLabels,
  yearlyFigure,
} from '@trimtab/core';
import type { ReactNode } from 'react';
import { useClient } from '../../../api/client.tsx';
import { costStaleTimeMs } from '../../../api/target-costs.ts';
import { useFlags } from '../../../context/configuration.tsx';
import { useCluster } from '../../../table/ClusterSelect.tsx';
import { ErrorState } from '../../../table/ListStates.tsx';
import { Card } from '../../../ui/Card.tsx';
import { type CostViewProps, SavedNodeNote } from '../CostNotices.tsx';

/**
 * The real nodes, and what the suggestions save in whole nodes. Renders nothing if the server does not know the nodes.
 */
export function RealNodes({ isOtherNode }: Pick<CostViewProps, 'isOtherNode'>) {
  const hasCall = useFlags().extensions.has('costs.nodes');
  const client = useClient();
  const cluster = useCluster();
  const query = cluster === null ? {} : { clusters: cluster.split(',') };
  const isOfSeveral = useFlags().clusters.length > 0 && query.clusters?.length !== 1;
  const { data, isError, refetch } = useQuery({
    queryKey: ['costs.nodes', query],
    queryFn: ({ signal }) => client.costs.nodes(query, { signal }),
    enabled: hasCall,
    staleTime: costStaleTimeMs,
  });
  const place = isOfSeveral ? 'clusters' : 'cluster';
  if (data === undefined)
    return isError ? (
      <Card aria-label={titleOf(place)}>
        <ErrorState title={`The nodes of the ${place} could not be loaded.`} onRetry={() => void refetch()} />
      </Card>
    ) : null;
  return data.groups.length === 0 ? null : <NodesCard costs={data} place={place} isOtherNode={isOtherNode} />;
}

type Place = 'cluster' | 'clusters';
const titleOf = (place: Place) => `Nodes of the ${place}`;
type NodesCardProps = { costs: NodeCosts; place: Place } & Pick<CostViewProps, 'isOtherNode'>;

function NodesCard({ costs, place, isOtherNode }: NodesCardProps) {
  const title = titleOf(place);
  const { groups, now, suggested, incomplete = [] } = costs;
  const unplaced = Math.max(now?.unplaced ?? 0, suggested?.unplaced ?? 0);
  return (
    <Card aria-label={title} className="overflow-hidden">
      <header className="border-b px-4 py-2.5">
        <h2 className="text-lead font-semibold">
          {title}
          <SavedNodeNote isOtherNode={isOtherNode} />
        </h2>
        <p className="text-ink-2">{nodeSavingsText(costs)}</p>
      </header>
      <div className="grid md:grid-cols-2">
        <Rows
          caption="Nodes needed when pods are packed"
          headers={['Nodes', 'Number', 'Per year', 'Limited by']}
          rows={[
            [`In the ${place}`, formatCount(costs.nodes), yearly(costs.hourly_cost), missingMark],
            ...packed('Needed now', now),
            ...packed('Needed with the suggestions', suggested),
          ]}
        />
        <Rows
          caption="Types of nodes"
          headers={['Type', 'Nodes', 'CPU · memory', 'Per hour']}
          rows={groups.map((group) => [
            <>
              {group.instance_type ?? 'Unknown type'}
              <span className="block text-small text-ink-3">
                {[group.region, group.capacity_type].filter((text) => text !== null).join(' · ')}
              </span>
            </>,
            formatCount(group.nodes),
            `${formatResource('cpu', group.cpu_cores)} · ${formatResource('memory', group.memory_bytes)}`,
            formatMoneyRate(group.hourly_cost),
          ])}
        />
      </div>
      <footer className="border-t px-4 py-2 text-small text-ink-3">
        {unplaced === 0 ? null : (
          <p>
            {formatCounted(unplaced, 'pod')} {unplaced === 1 ? 'fits' : 'fit'} no node, so more nodes are needed than
            are counted here.
          </p>
        )}
        {[...nodePriceNotes(groups), ...incomplete].map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p>Packed largest pod first, without regard to affinity, taints and zones.</p>
      </footer>
    </Card>
  );
}

const yearly = (hourly: number | null) => formatMoneyShort(yearlyFigure(hourly));

const packed = (label: string, packing: NodeCosts['now']): ReactNode[][] =>
  packing === null
    ? []
    : [
        [
          label,
          formatCount(packing.nodes),
          yearly(packing.hourly_cost),
          packing.binding === null ? missingMark : resourceLabels[packing.binding],
        ],
      ];

type RowsProps = { caption: string; headers: readonly string[]; rows: readonly (readonly ReactNode[])[] };

function Rows({ caption, headers, rows }: RowsProps) {
  return (
    <div className="overflow-x-auto py-1 md:not-last:border-r">
      <table className="w-full" aria-label={caption}>
        <thead className="text-small text-ink-3">
          <tr className="h-8">
            {headers.map((header) => (
              <th key={header} scope="col" className="px-4 text-right font-medium first:text-left">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and do not move
            <tr key={row} className="h-9 border-t tabular-nums">
              <th scope="row" className="px-4 py-1 text-left font-normal">
                {first}
              </th>
              {others.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity and do not move
                <td key={index} className="px-4 text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
