import { formatCount } from '@trimtab/core';
import type { ReactNode } from 'react';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { EmptyState } from '../../../table/ListStates.tsx';
import { Card } from '../../../ui/Card.tsx';
import { csvOf } from './cost-column.ts';
import { useSortedRows } from './use-sorted-rows.ts';
import { WindowedRows, type WindowedRowsProps } from './WindowedRows.tsx';

export type RowsCardProps<Row> = Omit<WindowedRowsProps<Row>, 'label' | 'sort' | 'onSort'> & {
  title: string;
  /** What a downloaded file is called. */
  name: string;
  /** Where the address keeps its order. */
  param: string;
  /** What stands there when there are no rows. */
  empty: { title: string; detail: string };
  /** Beside the title. */
  actions?: ReactNode;
};

/** A card with a cost table: its count, its file, and its order in the address. */
export function RowsCard<Row>({ title, name, param, rows, empty, actions, columns, ...table }: RowsCardProps<Row>) {
  const { sorted, ...order } = useSortedRows(rows, columns, param);
  return (
    <Card aria-label={title} className="overflow-hidden">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-2">
        <h2 className="text-lead font-semibold">
          {title}
          {rows === null ? null : (
            <span className="ml-2 text-base font-normal text-ink-3 tabular-nums">
              {formatCount(rows.length)} {rows.length === 1 ? 'target' : 'targets'}
            </span>
          )}
        </h2>
        {sorted?.length ? (
          <span className="-mr-3 flex items-center gap-2">
            {actions}
            <DownloadCsv name={name} {...csvOf(columns, sorted)} />
          </span>
        ) : null}
      </header>
      {rows?.length === 0 ? (
        <EmptyState title={empty.title}>{empty.detail}</EmptyState>
      ) : (
        <WindowedRows label={title} columns={columns} rows={sorted} {...order} {...table} />
      )}
    </Card>
  );
}
