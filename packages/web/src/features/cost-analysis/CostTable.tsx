import { formatCount } from '@trimtab/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../table/ListStates.tsx';
import { Table } from '../../table/Table.tsx';
import { tableCsv } from '../../table/table-csv.ts';
import type { TableProps } from '../../table/table-props.ts';
import { useSortedRows } from '../../table/use-sorted-rows.ts';
import { Card } from '../../ui/Card.tsx';
import { CostCsv } from './CostCsv.tsx';
import type { CostState } from './use-cost-targets.ts';

export type CostTableProps<Row> = Pick<
  TableProps<Row>,
  'columns' | 'rows' | 'rowKey' | 'rowHeight' | 'minWidth' | 'cards'
> & {
  title: string;
  /** The name of the CSV file, without its extension. */
  name: string;
  /** Whether the rows contain all costs. */
  state: CostState;
  /** The search parameter that stores the sort. */
  param: string;
  /** Shown if there are no rows. The detail is left out if a part of the costs could not be loaded. */
  empty: { title: string; detail: string };
  /** The period and the window of the figures. */
  note: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
};

/** A card with a table of targets, their count and a CSV download. */
export function CostTable<Row>({
  title,
  name,
  state,
  param,
  rows,
  empty,
  note,
  actions,
  columns,
  ...table
}: CostTableProps<Row>) {
  const { sorted, ...order } = useSortedRows(rows, columns, param);
  const { header, rowOf } = tableCsv(columns);
  const isUnknown = rows?.length === 0 && state === 'partial';
  return (
    <Card aria-label={title} className="overflow-hidden">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b px-4 py-2">
        <h2 className="min-w-0 grow basis-48 text-lead font-semibold">
          {title}
          {rows === null || isUnknown ? null : (
            <span className="ml-2 text-base font-normal text-ink-3 tabular-nums">
              {formatCount(rows.length)} {rows.length === 1 ? 'target' : 'targets'}
            </span>
          )}
          <span className="block text-small font-normal text-ink-3">{note}</span>
        </h2>
        {sorted?.length ? (
          <span className="-mr-3 flex items-center gap-2">
            {actions}
            <CostCsv state={state} name={name} header={header} rows={() => sorted.map(rowOf)} />
          </span>
        ) : null}
      </header>
      {rows?.length === 0 ? (
        <EmptyState title={empty.title}>{isUnknown ? null : empty.detail}</EmptyState>
      ) : (
        <Table label={title} columns={columns} rows={sorted} scroll="card" {...order} {...table} />
      )}
    </Card>
  );
}
