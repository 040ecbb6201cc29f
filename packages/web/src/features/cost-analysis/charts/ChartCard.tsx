import { formatCount } from '@trimtab/core';
import type { ReactNode } from 'react';
import { useViewParams } from '../../../lib/search-param.ts';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { type CostColumn, csvOf } from '../list/cost-column.ts';
import { useSortedRows } from '../list/use-sorted-rows.ts';
import { WindowedRows } from '../list/WindowedRows.tsx';

export type ChartCardProps<Row> = {
  title: string;
  /** Under the title. */
  subtitle?: string;
  /** What a downloaded file is called. */
  name: string;
  /** Where the address keeps whether the table is shown, and with `.sort` its order. */
  param: string;
  /** The table behind the chart, and the file. */
  columns: readonly CostColumn<Row>[];
  /** null while loading. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => string;
  /** The rows belong to an earlier question: they stay readable until the new ones come. */
  isStale?: boolean;
  empty: string;
  /** What the figures lack, in sentences. */
  incomplete?: readonly string[] | undefined;
  /** Between the title and the buttons. */
  legend?: ReactNode;
  /** How many targets the chart draws, where the table may have more of them. */
  drawn?: number;
  /** Keeps the chart's place while there is none. */
  place: string;
  /** The chart. */
  children: ReactNode;
  /** Under the chart. */
  summary?: string | null;
};

/** A chart, or the table behind it, with its four states. */
export function ChartCard<Row>({
  title,
  subtitle,
  rows,
  isStale = false,
  place,
  children,
  ...rest
}: ChartCardProps<Row>) {
  const { name, param, columns, rowKey, empty, incomplete = [], legend, drawn, summary } = rest;
  const [params, change] = useViewParams();
  const asTable = params.get(param) === 'table';
  const { sorted, ...order } = useSortedRows(rows, columns, `${param}.sort`);
  return (
    <Card aria-label={title} aria-busy={rows === null || isStale} className="overflow-hidden pt-4">
      <header className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4">
        <div>
          <h2 className="flex items-center gap-2 text-lead font-semibold">
            {title}
            {incomplete.length > 0 ? (
              <Tooltip text={incomplete.join('\n')}>
                <button type="button" className="inline-flex cursor-default rounded-sm">
                  <Badge tone="waste">Incomplete</Badge>
                </button>
              </Tooltip>
            ) : null}
            {isStale ? <Spinner label="Loading" /> : null}
          </h2>
          {subtitle ? <p className="text-small text-ink-3">{subtitle}</p> : null}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {legend}
          {drawn !== undefined && sorted?.length ? (
            <span className="text-small text-ink-3">{countText(sorted.length, asTable ? sorted.length : drawn)}</span>
          ) : null}
          {/* While rows are on their way the buttons keep their place, unseen: a header that wraps must not grow later. */}
          {sorted?.length === 0 ? null : (
            <span className={classNames('flex items-center gap-2', sorted === null && 'invisible')}>
              <DownloadCsv name={name} {...csvOf(columns, sorted ?? [])} />
              <Button onClick={() => change({ [param]: asTable ? null : 'table' })}>
                {asTable ? 'View as chart' : 'View as table'}
              </Button>
            </span>
          )}
        </div>
      </header>
      <div className={classNames('transition-opacity', isStale && 'opacity-50')}>
        {sorted === null ? (
          <div className="px-4">
            <Skeleton className={classNames(place, 'w-full')} />
          </div>
        ) : sorted.length === 0 ? (
          <p className={classNames('mx-4 flex items-center justify-center rounded-md bg-canvas text-ink-2', place)}>
            {empty}
          </p>
        ) : asTable ? (
          <div className="border-t">
            <WindowedRows
              label={title}
              columns={columns}
              rows={sorted}
              rowKey={rowKey}
              rowHeight={28}
              minWidth="22rem"
              {...order}
            />
          </div>
        ) : (
          <div className="px-4">{children}</div>
        )}
      </div>
      <p className="min-h-4 px-4 py-3 text-small text-ink-3 empty:py-2">{rows?.length ? summary : null}</p>
    </Card>
  );
}

function countText(all: number, drawn: number): string {
  if (drawn < all) return `${formatCount(drawn)} of ${formatCount(all)} targets`;
  return `${formatCount(all)} ${all === 1 ? 'target' : 'targets'}`;
}
