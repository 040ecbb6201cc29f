import { formatCount } from '@trimtab/core';
import type { ReactNode } from 'react';
import { useViewParams } from '../../../browser/search-params.ts';
import type { Column } from '../../../table/columns.ts';
import { Table } from '../../../table/Table.tsx';
import { tableCsv } from '../../../table/table-csv.ts';
import { useSortedRows } from '../../../table/use-sorted-rows.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { CostCsv } from '../CostCsv.tsx';
import type { CostState } from '../use-cost-targets.ts';

export type ChartCardProps<Row> = {
  title: string;
  /** The name of the CSV file, without its extension. */
  name: string;
  /** The search parameter that stores whether the table is shown. With `.sort` appended it stores the sort. */
  param: string;
  /** The columns of the table and of the CSV file. */
  columns: readonly Column<Row>[];
  /** null while loading. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => string;
  /** Whether the rows contain all costs. */
  state: CostState;
  /** The rows belong to the previous query; they stay readable, faded, until the new ones arrive. */
  isStale?: boolean;
  /** Shown if there are no rows. */
  empty: { title: string; detail: string };
  /** Sentences about missing data. */
  incomplete?: readonly string[] | undefined;
  /** Shown below the title: a description or a legend. */
  note?: ReactNode;
  /** How many targets the chart shows at most; the table shows all. */
  drawn?: number;
  /** Shown while the rows are loading. */
  skeleton: ReactNode;
  /** The chart itself. */
  children: ReactNode;
  /** Shown below the chart. */
  summary?: string | null;
};

/** A card with a chart or a table of the same data, in its four states. It is as high as the card beside it. */
export function ChartCard<Row>({ title, rows, isStale = false, skeleton, children, ...rest }: ChartCardProps<Row>) {
  const { name, param, columns, rowKey, state, empty, incomplete = [], note, drawn, summary } = rest;
  const [params, change] = useViewParams();
  const asTable = params.get(param) === 'table';
  const { sorted, ...order } = useSortedRows(rows, columns, `${param}.sort`);
  const { header, rowOf } = tableCsv(columns);
  const next = asTable ? 'chart' : 'table';
  return (
    <Card aria-label={title} aria-busy={rows === null || isStale} className="flex min-w-0 flex-col overflow-hidden">
      <header className="px-4 py-3">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="flex items-center gap-2 text-lead font-semibold">
            {title}
            {isStale ? <Spinner label="Loading" /> : null}
          </h2>
          {/* While loading, the buttons are invisible but keep their place, so that the header does not grow later. */}
          {sorted?.length === 0 ? null : (
            <span className={classNames('ml-auto flex items-center gap-1', sorted === null && 'invisible')}>
              <CostCsv
                state={sorted === null || isStale ? 'loading' : state}
                name={name}
                header={header}
                rows={() => (sorted ?? []).map(rowOf)}
              />
              <Button aria-label={`View as ${next}`} onClick={() => change({ [param]: asTable ? null : 'table' })}>
                <span className="max-sm:hidden">View as {next}</span>
                <span className="capitalize sm:hidden">{next}</span>
              </Button>
            </span>
          )}
        </div>
        <div className="mt-1 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-3">
          {note}
          {drawn !== undefined && sorted?.length ? (
            <span>{countText(sorted.length, asTable ? sorted.length : drawn)}</span>
          ) : null}
          {incomplete.length > 0 ? (
            <Tooltip text={incomplete.join('\n')}>
              <button type="button" className="-my-0.5 inline-flex min-h-6 cursor-help items-center rounded-sm">
                <Badge tone="waste">Incomplete</Badge>
              </button>
            </Tooltip>
          ) : null}
        </div>
      </header>
      <div className={classNames('flex flex-1 flex-col transition-opacity', isStale && 'opacity-50')}>
        {asTable && sorted?.length ? (
          <div className="border-t">
            <Table
              label={title}
              columns={columns}
              rows={sorted}
              rowKey={rowKey}
              scroll="card"
              rowHeight={28}
              minWidth="20rem"
              cards="table"
              {...order}
            />
          </div>
        ) : (
          <div className="flex flex-1 flex-col px-4">
            {sorted === null ? skeleton : sorted.length === 0 ? <Nothing {...empty} /> : children}
          </div>
        )}
      </div>
      <p className="min-h-4 px-4 py-3 text-small text-ink-3 empty:py-2">{rows?.length ? summary : null}</p>
    </Card>
  );
}

function Nothing({ title, detail }: ChartCardProps<unknown>['empty']) {
  return (
    <div className="flex min-h-33 flex-1 flex-col items-center justify-center rounded-md bg-canvas p-4 text-center">
      <p className="font-medium">{title}</p>
      <p className="max-w-prose text-ink-2">{detail}</p>
    </div>
  );
}

function countText(all: number, drawn: number): string {
  if (drawn < all) return `${formatCount(drawn)} of ${formatCount(all)} targets`;
  return `${formatCount(all)} ${all === 1 ? 'target' : 'targets'}`;
}
