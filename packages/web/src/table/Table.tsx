import { useDeferredValue, useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { focusable } from '../ui/focusable.ts';
import type { Column } from './columns.ts';
import { HeaderCell } from './HeaderCell.tsx';
import type { RowSort } from './sort.ts';
import { BodyRow, SkeletonRow, SpacerRow } from './TableRows.tsx';
import { useDrawnRows } from './use-drawn-rows.tsx';

const skeletonRowCount = 4;
/** Pixels, unless the table sets its own. Skeletons and spacers use the same height, so nothing moves when rows arrive. */
export const defaultRowHeight = 40;
export const headerHeight = 32;
/** The first paint draws this many rows; a deferred render that yields to other work draws the rest. */
const firstRowCount = skeletonRowCount;
/** The height of a card's rows before they scroll. It ends in the middle of a row to show that there are more. */
const maxCardRows = (rowHeight: number) => Math.floor(600 / rowHeight) - 0.5;

export type TableProps<Row> = {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** In display order. null while the first page is loading: the table shows skeleton rows. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => string;
  /** What the rows are sorted by. */
  sort?: RowSort | null;
  /** Called with the next sort when a header is pressed. Without it the headers do not sort. */
  onSort?: (sort: RowSort) => void;
  /**
   * A long list scrolls with the page, or inside its card, which is at most 600 px high (`card`) or has its own height
   * (`fill`).
   */
  scroll?: 'page' | 'card' | 'fill';
  rowHeight?: number;
  /** The rows belong to the previous query; they stay readable, faded, until the new ones arrive. */
  isStale?: boolean;
  /** How many rows will probably arrive. Fewer than four shrink the skeleton rows to the height of that many rows. */
  expectedRows?: number;
  /** Below this width the table scrolls sideways. */
  minWidth?: string;
  /** Called with the rows that are drawn, `to` excluded, when others come into view. It must not change between renders. */
  onDrawn?: (from: number, to: number) => void;
};

/** A table of any length: of a long list, only the rows near the visible part are drawn. */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  sort = null,
  onSort,
  scroll = 'page',
  rowHeight = defaultRowHeight,
  isStale = false,
  expectedRows = skeletonRowCount,
  minWidth = '45rem',
  onDrawn,
}: TableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const count = rows?.length ?? 0;
  const inCard = scroll !== 'page';
  const { from, to, isWhole, follower } = useDrawnRows({
    count,
    rowHeight,
    ...(inCard ? { list: scroller, scroll: 'box' } : { list: body, scroll: 'page' }),
  });
  // A list that has been scrolled draws all rows in view without delay.
  const undelayedTo = from > 0 ? to : Math.min(to, firstRowCount);
  const drawnTo = Math.max(undelayedTo, Math.min(to, useDeferredValue(to, 0)));
  useEffect(() => onDrawn?.(from, drawnTo), [onDrawn, from, drawnTo]);
  const skeletonHeight = (Math.min(Math.max(1, expectedRows), skeletonRowCount) * rowHeight) / skeletonRowCount;
  return (
    <>
      <div
        ref={scroller}
        className={classNames(
          '@container scroll-x',
          inCard && 'relative overflow-y-auto -outline-offset-2',
          scroll === 'fill' && 'h-full',
        )}
        {...(inCard && focusable)}
        {...(scroll === 'card' && { style: { maxHeight: headerHeight + maxCardRows(rowHeight) * rowHeight } })}
      >
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
          <thead className={classNames('text-small text-ink-3', inCard && 'sticky top-0 z-2 bg-surface shadow-card')}>
            <tr className={classNames(!inCard && 'border-b')} style={{ height: headerHeight }}>
              {columns.map((column, index) => (
                <HeaderCell key={column.id} column={column} previous={columns[index - 1]} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody
            ref={body}
            className={classNames(
              'transition-opacity',
              isStale && 'opacity-60',
              !inCard && '[&>tr:last-child]:border-b-0',
            )}
          >
            <SpacerRow height={from * rowHeight} />
            {rows === null
              ? Array.from({ length: skeletonRowCount }, (_, index) => (
                  <SkeletonRow key={index} columns={columns} height={skeletonHeight} />
                ))
              : rows
                  .slice(from, drawnTo)
                  .map((row, index) => (
                    <BodyRow
                      key={rowKey(row)}
                      row={row}
                      columns={columns}
                      height={rowHeight}
                      ariaRowIndex={isWhole ? undefined : from + index + 2}
                    />
                  ))}
            <SpacerRow height={(count - drawnTo) * rowHeight} />
          </tbody>
        </table>
      </div>
      {follower}
    </>
  );
}
