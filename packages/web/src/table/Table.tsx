import type { Sort } from '@trimtab/core';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { usePageWindow } from '../ui/use-page-window.ts';
import type { Column } from './columns.ts';
import { SortHeader } from './SortHeader.tsx';

/** console.md section 9. */
export const skeletonRowCount = 4;
/** Every row, skeletons included, has this height, so that a place can be kept for rows that are not there yet. */
export const rowHeight = 40;
export const headerHeight = 32;
/** As many rows as there were skeletons are drawn at once; those after them in slices that yield to whatever else happens. */
const firstRows = skeletonRowCount;

export type TableProps<Row> = {
  /** Names the table to a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  /** null while the first page is loading: skeleton rows. */
  rows: readonly Row[] | null;
  /** The same function every time. */
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** The rows shown belong to an earlier question; they stay readable until the new ones come. */
  isStale?: boolean;
  /** How many rows are likely to come, where that is known: the skeletons take the height of fewer than four. */
  expectedRows?: number;
  /** A table of few columns needs less room than a list of targets before it scrolls sideways. */
  minWidth?: string;
};

const edge = 'px-2 first:pl-4 last:pr-4';

/** A column's edges. Where figures end and text begins side by side, they need more air than two columns of one kind. */
function cellClasses<Row>({ align }: Column<Row>, before: Column<Row> | undefined): string {
  const needsAir = before?.align === 'end' && align !== 'end';
  return classNames(edge, needsAir && '@min-[56rem]:pl-7', align === 'end' && 'text-right tabular-nums');
}
// The row header keeps its place over cells that scroll beneath it, so it needs a ground of its own.
export const pinnedCell =
  "sticky left-0 z-1 bg-surface after:pointer-events-none after:absolute after:inset-y-0 after:left-full after:w-2 after:bg-(image:--pin-edge) after:content-['']";

/** A table that scrolls with the page; of a long one, only the rows about the screen are drawn. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  isStale = false,
  expectedRows = skeletonRowCount,
  minWidth = '45rem',
  ...sorting
}: TableProps<Row>) {
  const place = useRef<HTMLTableSectionElement>(null);
  const count = rows?.length ?? 0;
  const { from, to } = usePageWindow(place, count, rowHeight);
  const isWhole = from === 0 && to === count;
  // Where the list has been scrolled to, whatever is in sight is drawn at once.
  const atOnce = from > 0 ? to : Math.min(to, firstRows);
  const drawnTo = Math.max(atOnce, Math.min(to, useDeferredValue(to, 0)));
  const body = { columns, rows, rowKey, isWhole };
  const head = useRows(body, from, atOnce);
  const tail = useRows(body, atOnce, drawnTo);
  const skeletonHeight = (Math.min(Math.max(1, expectedRows), skeletonRowCount) * rowHeight) / skeletonRowCount;
  return (
    <div className="@container scroll-x">
      <table
        aria-label={label}
        aria-busy={rows === null || isStale}
        {...(isWhole ? {} : { 'aria-rowcount': count + 1 })}
        className="w-full table-fixed border-collapse text-base"
        style={{ minWidth }}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr className="border-b text-small text-ink-3" style={{ height: headerHeight }}>
            {columns.map((column, index) => (
              <HeaderCell key={column.id} column={column} before={columns[index - 1]} {...sorting} />
            ))}
          </tr>
        </thead>
        <tbody ref={place} className={classNames('transition-opacity', isStale && 'opacity-60')}>
          {from > 0 ? <tr aria-hidden="true" style={{ height: from * rowHeight }} /> : null}
          {rows === null
            ? Array.from({ length: skeletonRowCount }, (_, index) => (
                <SkeletonRow key={index} columns={columns} height={skeletonHeight} />
              ))
            : [...head, ...tail]}
          {drawnTo < count ? <tr aria-hidden="true" style={{ height: (count - drawnTo) * rowHeight }} /> : null}
        </tbody>
      </table>
    </div>
  );
}

type Body<Row> = Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey'> & { isWhole: boolean };

/** Some of the rows: the same elements for the same rows, so that they are not drawn again whatever else changes. */
function useRows<Row>({ columns, rows, rowKey, isWhole }: Body<Row>, from: number, to: number) {
  return useMemo(
    () =>
      (rows ?? []).slice(from, to).map((row, index) => (
        <tr
          key={rowKey(row)}
          {...(isWhole ? {} : { 'aria-rowindex': from + index + 2 })}
          className="group/row border-b last:border-b-0 hover:bg-canvas"
          style={{ height: rowHeight }}
        >
          {columns.map((column, at) => (
            <BodyCell key={column.id} column={column} before={columns[at - 1]}>
              {column.cell(row)}
            </BodyCell>
          ))}
        </tr>
      )),
    [columns, rows, rowKey, isWhole, from, to],
  );
}

type CellProps<Row> = { column: Column<Row>; before: Column<Row> | undefined };

function HeaderCell<Row>({
  column,
  before,
  sort,
  onSort,
}: CellProps<Row> & { sort?: Sort; onSort?: (sort: Sort) => void }) {
  const { header, hint, align = 'start' } = column;
  const className = classNames(
    cellClasses(column, before),
    'font-medium whitespace-nowrap',
    align === 'start' && 'text-left',
    column.isRowHeader && pinnedCell,
  );
  if (!column.sort || !sort || !onSort)
    return (
      <th scope="col" className={className}>
        <Tooltip text={hint}>
          <span {...(hint ? { tabIndex: 0 } : {})}>{column.headerCell ?? header}</span>
        </Tooltip>
      </th>
    );
  const direction = sort.field === column.sort ? sort.direction : 'none';
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <SortHeader label={header} field={column.sort} current={sort} align={align} onSort={onSort} />
    </th>
  );
}

function BodyCell<Row>({ column, before, children }: CellProps<Row> & { children: ReactNode }) {
  const className = cellClasses(column, before);
  if (!column.isRowHeader) return <td className={className}>{children}</td>;
  return (
    <th scope="row" className={classNames(className, pinnedCell, 'text-left font-medium group-hover/row:bg-canvas')}>
      {children}
    </th>
  );
}

function SkeletonRow<Row>({ columns, height }: { columns: readonly Column<Row>[]; height: number }) {
  return (
    <tr data-skeleton className="border-b last:border-b-0" style={{ height }}>
      {columns.map((column, index) => (
        <td key={column.id} className={cellClasses(column, columns[index - 1])}>
          <Skeleton
            className={classNames(
              height < rowHeight / 2 ? 'h-1' : 'h-3',
              'max-w-full',
              column.isRowHeader ? 'w-3/5' : 'w-14',
              column.align === 'end' && 'ml-auto',
            )}
          />
        </td>
      ))}
    </tr>
  );
}
