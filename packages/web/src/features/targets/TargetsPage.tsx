import { formatCount, hourMs, minuteMs, type TargetView, targetViews } from '@trimtab/core';
import { useMemo } from 'react';
import { useClient } from '../../api/client.tsx';
import { useViewParams } from '../../browser/search-params.ts';
import { useNow } from '../../browser/use-now.ts';
import { DownloadCsv } from '../../table/DownloadCsv.tsx';
import { EmptyState } from '../../table/ListStates.tsx';
import { ListHeader, PagedList } from '../../table/PagedList.tsx';
import { writeSort } from '../../table/sort.ts';
import { Table } from '../../table/Table.tsx';
import { tableCsv } from '../../table/table-csv.ts';
import { useIsNarrow } from '../../table/use-is-narrow.ts';
import { Card } from '../../ui/Card.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TargetFilters } from './TargetFilters.tsx';
import { TargetTotals } from './TargetTotals.tsx';
import { targetListColumns, targetListMinWidth } from './target-list-columns.tsx';
import { filterNames, readListView, viewLabels } from './targets-view.ts';
import { mostSelected, useSelection } from './use-selection.ts';
import { fetchTargetList, useTargetList } from './use-target-list.ts';

const rowHeight = 52;

/** All targets of all namespaces. Tab, sort and filters are in the address. */
export function TargetsPage() {
  const client = useClient();
  const [params, change] = useViewParams();
  const now = useNow(minuteMs);
  const hour = Math.floor(now / hourMs) * hourMs;
  const { view, sort, filters } = useMemo(() => readListView(params, hour), [params, hour]);
  const list = useTargetList(filters);
  const { data, isPlaceholderData } = list.first;
  const { selection, addLater, clear } = useSelection();
  const selected = useMemo(() => [...selection.selected.values()], [selection]);
  const selectAll = async () => {
    const add = addLater();
    const all = await fetchTargetList(client, filters);
    add(all.flatMap(({ item }) => item ?? []));
  };
  // The length of the earlier list says nothing about the one that is loading.
  const canSelectAll = data !== undefined && !isPlaceholderData && (data.total ?? 0) <= mostSelected;
  const columns = useMemo(() => targetListColumns(now, selection), [now, selection]);
  const csv = useMemo(() => tableCsv(columns), [columns]);
  const isNarrow = useIsNarrow();
  const isFiltered = filterNames.some((name) => params.get(name) !== null);
  return (
    <div className="flex flex-col gap-4">
      <ListHeader title="Targets" incomplete={data?.incomplete}>
        {data === undefined ? (
          <p className="h-6" />
        ) : (
          <TargetTotals
            totals={data.totals}
            count={data.total ?? data.items.length}
            isLowerBound={view === 'savings'}
          />
        )}
      </ListHeader>
      <Card className="overflow-hidden">
        <Tabs
          label="Views of the targets"
          tabs={targetViews.map((value) => ({ value, label: <TabLabel view={value} counts={data?.counts} /> }))}
          value={view}
          onChange={(next) => change({ view: next, sort: null })}
          actions={
            <DownloadCsv
              name={`targets-${view}`}
              header={csv.header}
              rows={async () => (await fetchTargetList(client, filters)).map(csv.rowOf)}
            />
          }
        >
          {selected.length === 0 ? null : (
            <SelectionBar
              targets={selected}
              csv={{ header: csv.header, rows: () => selected.map((item, index) => csv.rowOf({ index, item })) }}
              onSelectAll={canSelectAll ? selectAll : null}
              onClear={clear}
            />
          )}
          <TargetFilters params={params} change={change} isNarrow={isNarrow} />
          <PagedList
            list={list}
            failure="The targets could not be loaded."
            empty={<Nothing view={view} isFiltered={isFiltered} />}
          >
            <Table
              label={`Targets: ${viewLabels[view]}`}
              columns={columns}
              rows={list.rows}
              rowKey={({ index }) => String(index)}
              sort={sort}
              onSort={(next) => change({ sort: writeSort(next) }, { replace: true })}
              rowHeight={rowHeight}
              isStale={isPlaceholderData}
              minWidth={targetListMinWidth}
              cards={218}
              onDrawn={list.onDrawn}
            />
          </PagedList>
        </Tabs>
      </Card>
    </div>
  );
}

type Counts = {
  readonly at_risk: number | null;
  readonly savings: number | null;
  readonly attention: number | null;
  readonly all: number | null;
};
const countNames = { 'at-risk': 'at_risk', savings: 'savings', attention: 'attention', all: 'all' } as const;

function TabLabel({ view, counts }: { view: TargetView; counts: Counts | undefined }) {
  const count = counts?.[countNames[view]] ?? null;
  return (
    <>
      {viewLabels[view]}
      {count === null ? null : (
        // The narrowest screens have no room for the counts of all tabs, so the heading has the count of the chosen
        // tab.
        <span className="text-small font-normal text-ink-3 tabular-nums max-sm:hidden">{formatCount(count)}</span>
      )}
    </>
  );
}

function Nothing({ view, isFiltered }: { view: TargetView; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No target matches">Clear a filter, or choose another tab.</EmptyState>;
  if (view === 'at-risk')
    return (
      <EmptyState title="No target is at risk">
        No container was killed for lack of memory in the last 7 days, and every target requests what it needs.
      </EmptyState>
    );
  if (view === 'savings')
    return <EmptyState title="No savings">No suggestion makes a target cheaper at the moment.</EmptyState>;
  if (view === 'attention')
    return (
      <EmptyState title="No target needs attention">All workloads exist, are measured and have requests.</EmptyState>
    );
  return <EmptyState title="No targets yet">Enroll the workloads of a namespace, and they appear here.</EmptyState>;
}
