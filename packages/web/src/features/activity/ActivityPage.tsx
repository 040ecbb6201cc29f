import { useQuery } from '@tanstack/react-query';
import { type Change, formatCount, isInClusters, minuteMs, targetKey } from '@trimtab/core';
import { useCallback, useMemo } from 'react';
import { allTargetsQuery } from '../../api/all-targets.ts';
import { useClient } from '../../api/client.tsx';
import { listedTargetsOf } from '../../api/listed-targets.ts';
import { type SetSearchParams, useViewParams } from '../../browser/search-params.ts';
import { useNow } from '../../browser/use-now.ts';
import { ClusterSelect, useCluster } from '../../table/ClusterSelect.tsx';
import { DownloadCsv } from '../../table/DownloadCsv.tsx';
import { EmptyState } from '../../table/ListStates.tsx';
import { ListHeader, PagedList } from '../../table/PagedList.tsx';
import { Table } from '../../table/Table.tsx';
import { tableCsv } from '../../table/table-csv.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { activityColumns, activityMinWidth } from './activity-columns.tsx';
import { type ActivityTab, activityTabs, readActivityView, tabLabels, timeChoices } from './activity-view.ts';
import { fetchActivity, useActivity } from './use-activity.ts';

/** In pixels: room for three lines of changed values. */
const rowHeight = 60;
const cardHeight = 168;
const filterNames = ['cluster', 'namespace', 'name', 'time'] as const;

/** What happened to the targets of all namespaces, newest first. Tab and filters are in the address. */
export function ActivityPage() {
  const client = useClient();
  const [params, change] = useViewParams();
  const now = useNow(minuteMs);
  const minute = Math.floor(now / minuteMs) * minuteMs;
  const cluster = useCluster();
  const { tab, filters } = useFilters(params, minute, cluster);
  const list = useActivity(filters);
  const { data, isPlaceholderData } = list.first;
  const { namespaces, areUnknown, isListed } = useListed(cluster);
  const columns = useMemo(() => activityColumns(minute, isListed), [minute, isListed]);
  const csv = useMemo(() => tableCsv(columns), [columns]);
  const total = data?.total ?? data?.items.length ?? 0;
  const isFiltered = filterNames.some((name) => params.get(name) !== null);
  return (
    <div className="flex flex-col gap-4">
      <ListHeader title="Activity" incomplete={data?.incomplete}>
        <p className="max-w-3xl text-ink-2">
          What changed in the cluster and what was done with Trimtab. A day and a week after a change of requests or
          limits, usage, kills and cost are compared with the time before.
        </p>
      </ListHeader>
      <Card className="overflow-hidden">
        <Tabs
          label="Kinds of activity"
          tabs={activityTabs.map((value) => ({ value, label: tabLabels[value] }))}
          value={tab}
          onChange={(next) => change({ view: next })}
          actions={
            <DownloadCsv
              name={`activity-${tab}`}
              header={csv.header}
              rows={async () => (await fetchActivity(client, filters)).map(csv.rowOf)}
            />
          }
        >
          <Filters
            params={params}
            change={change}
            namespaces={namespaces}
            areUnknown={areUnknown}
            count={data === undefined ? null : total}
          />
          <PagedList
            list={list}
            failure="The activity could not be loaded."
            empty={<Nothing tab={tab} isFiltered={isFiltered} />}
          >
            <Table
              label={`Activity: ${tabLabels[tab]}`}
              columns={columns}
              rows={list.rows}
              rowKey={({ index, item }) => item?.id ?? String(index)}
              rowHeight={rowHeight}
              cards={cardHeight}
              isStale={isPlaceholderData}
              minWidth={activityMinWidth}
              onDrawn={list.onDrawn}
            />
          </PagedList>
        </Tabs>
      </Card>
    </div>
  );
}

/** Returns the same object until a filter really changes, because the time window moves with the clock. */
function useFilters(params: URLSearchParams, minute: number, cluster: string | null) {
  const text = JSON.stringify(readActivityView(params, minute, cluster));
  return useMemo((): ReturnType<typeof readActivityView> => JSON.parse(text), [text]);
}

/** The namespaces of a cluster with targets, and whether the target of a change is one of them. */
function useListed(cluster: string | null) {
  const { data, isError } = useQuery(allTargetsQuery(useClient()));
  const listed = useMemo(() => (data ? listedTargetsOf(data.items) : null), [data]);
  const keys = useMemo(() => new Set(listed?.targets.map(({ key }) => key)), [listed]);
  const isListed = useCallback((change: Change) => keys.has(targetKey(change)), [keys]);
  const namespaces = listed?.groups.map(({ namespace }) => namespace) ?? [];
  return {
    namespaces: namespaces.filter((one) => isInClusters(one, cluster?.split(','))),
    areUnknown: data === undefined && isError,
    isListed,
  };
}

type FiltersProps = {
  params: URLSearchParams;
  change: SetSearchParams;
  namespaces: readonly string[];
  /** The list of namespaces could not be loaded. */
  areUnknown: boolean;
  /** Null while the list is loading. */
  count: number | null;
};

function Filters({ params, change, namespaces, areUnknown, count }: FiltersProps) {
  const [namespace, name] = [params.get('namespace') ?? '', params.get('name') ?? ''];
  const set = (changes: Record<string, string>) =>
    change(Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value || null])), { replace: true });
  return (
    <search className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
      <ClusterSelect clears={['namespace', 'name']} />
      <Select
        aria-label="Namespace"
        className="max-w-44"
        value={namespace}
        onChange={(event) => set({ namespace: event.target.value, name: '' })}
      >
        <option value="">All namespaces</option>
        {areUnknown ? <option disabled>The namespaces could not be loaded</option> : null}
        {/* The address may name a namespace whose targets have all been un-enrolled. */}
        {namespace === '' || namespaces.includes(namespace) ? null : <option>{namespace}</option>}
        {namespaces.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      <Select
        aria-label="Time"
        value={timeChoices.find(({ value }) => value === params.get('time'))?.value ?? ''}
        onChange={(event) => set({ time: event.target.value })}
      >
        <option value="">All times</option>
        {timeChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {namespace === '' || name === '' ? null : (
        <Button look="secondary" onClick={() => set({ name: '' })} aria-label={`Show all targets, not only ${name}`}>
          <bdi className="max-w-44 truncate">{name}</bdi> ×
        </Button>
      )}
      {filterNames.some((one) => params.get(one) !== null) ? (
        <Button look="quiet" onClick={() => set({ cluster: '', namespace: '', name: '', time: '' })}>
          Clear
        </Button>
      ) : null}
      <p aria-live="polite" className="ml-auto text-small text-ink-3 tabular-nums">
        {count === null ? '' : count === 1 ? '1 entry' : `${formatCount(count)} entries`}
      </p>
    </search>
  );
}

const empty: Readonly<Record<ActivityTab, readonly [title: string, text: string]>> = {
  changes: [
    'No changes yet',
    'Changes of requests, limits and replicas of your targets appear here, as well as enrollments and exports of suggestions.',
  ],
  images: ['No new images yet', 'When a container of a target gets another image, it appears here.'],
  suggestions: ['No suggestions yet', 'Suggestions appear here when they are published.'],
  all: ['No activity yet', 'Changes of your targets in the cluster, and what is done with Trimtab, appear here.'],
};

function Nothing({ tab, isFiltered }: { tab: ActivityTab; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="Nothing matches">Clear a filter, or choose another tab.</EmptyState>;
  const [title, text] = empty[tab];
  return <EmptyState title={title}>{text}</EmptyState>;
}
