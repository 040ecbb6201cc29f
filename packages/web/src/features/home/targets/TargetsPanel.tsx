import { parseSort, type Sort, targetKey } from '@trimtab/core';
import { EmptyState, ErrorState, OfflineState, PartialNotice } from '../../../table/ListStates.tsx';
import { LoadMore } from '../../../table/LoadMore.tsx';
import { type RowSort, writeSort } from '../../../table/sort.ts';
import { Table } from '../../../table/Table.tsx';
import { useIsNarrow } from '../../../table/use-is-narrow.ts';
import { panelHeight } from '../namespaces/section-height.ts';
import type { TargetKind } from '../namespaces/section-view.ts';
import { targetCardHeights, targetColumns, targetMinWidths } from './target-columns.tsx';
import type { NamespaceTargets } from './use-namespace-targets.ts';

export type TargetsPanelProps = {
  namespace: string;
  kind: TargetKind;
  targets: NamespaceTargets;
  /** The expected number of rows. The panel reserves their space while they load. */
  expectedRows: number;
  sort: Sort;
  onSort: (sort: Sort) => void;
};

/** The targets of one tab in each state: loading, failed, empty, partial, complete. */
export function TargetsPanel({ namespace, kind, targets, expectedRows, sort, onSort }: TargetsPanelProps) {
  const isNarrow = useIsNarrow();
  const { rows, error, isOffline } = targets;
  // The ids of the sortable columns are the sort fields of the API.
  const changeSort = (next: RowSort) => {
    const serverSort = parseSort(writeSort(next));
    if (serverSort !== null) onSort(serverSort);
  };
  const reserved = rows === null ? panelHeight(expectedRows, kind, isNarrow) : undefined;

  if (rows === null && error) return <ErrorState title="The targets could not be loaded." onRetry={targets.retry} />;
  if (rows?.length === 0)
    return (
      <EmptyState title="No targets in this namespace">
        Targets that were enrolled a moment ago appear after a reload.
      </EmptyState>
    );
  return (
    <div style={{ minHeight: reserved }}>
      {rows === null && isOffline ? (
        <OfflineState />
      ) : (
        <Table
          label={`Targets of ${namespace}`}
          columns={targetColumns[kind]}
          rows={rows}
          rowKey={targetKey}
          sort={{ id: sort.field, direction: sort.direction }}
          onSort={changeSort}
          isStale={targets.isStale}
          expectedRows={expectedRows}
          minWidth={targetMinWidths[kind]}
          cards={targetCardHeights[kind]}
        />
      )}
      {targets.nextPageFailed ? (
        <PartialNotice onRetry={targets.loadMore}>
          The next targets could not be loaded. The list above is not complete.
        </PartialNotice>
      ) : targets.hasMore ? (
        <LoadMore label={`targets of ${namespace}`} isLoading={targets.isLoadingMore} onLoadMore={targets.loadMore} />
      ) : null}
    </div>
  );
}
