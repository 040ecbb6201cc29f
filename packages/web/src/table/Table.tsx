import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react';
import { loadModule, thisPage } from '../browser/chunk-reload.ts';
import { classNames } from '../ui/class-names.ts';
import { focusable } from '../ui/focusable.ts';
import type { Column } from './columns.ts';
import { HeaderCell } from './HeaderCell.tsx';
import type { RowRange } from './RowWindow.tsx';
import type { RowSort } from './sort.ts';
import { BodyRow, SkeletonRow, SpacerRow } from './TableRows.tsx';

// Only long lists need the virtualizer (10 kB of gzip), so the first load of the console leaves it out.
const loadWindows = () => loadModule('row-window', () => import('./RowWindow.tsx'), thisPage);
const PageWindow = lazy(async () => ({ default: (await loadWindows()).PageWindow }));
const CardWindow = lazy(async () => ({ default: (await loadWindows()).CardWindow }));

const skeletonRowCount = 4;
/** Pixels, unless the table sets its own. Skeletons and spacers use the same height, so nothing moves when rows arrive. */
export const defaultRowHeight = 40;
export const headerHeight = 32;
/** The first paint draws this many rows; a deferred render that yields to other work draws the rest. */
const firstRowCount = skeletonRowCount;
/** Up to this many rows, drawing all of them costs less than following the scroll position. */
const shortListRowCount = 60;
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
  /** A short list is always drawn whole. A long one scrolls with the page, or inside its card. */
  scroll?: 'page' | 'card';
  rowHeight?: number;
  /** The rows belong to the previous query; they stay readable, faded, until the new ones arrive. */
  isStale?: boolean;
  /** How many rows will probably arrive. Fewer than four shrink the skeleton rows to the height of that many rows. */
  expectedRows?: number;
  /** Below this width the table scrolls sideways. */
  minWidth?: string;
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
}: TableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const count = rows?.length ?? 0;
  const isWhole = count <= shortListRowCount;
  const [range, setRange] = useState<RowRange>({ from: 0, to: shortListRowCount });
  const from = isWhole ? 0 : Math.min(range.from, count);
  const to = isWhole ? count : Math.min(range.to, count);
  // A list that has been scrolled draws all rows in view without delay.
  const undelayedTo = from > 0 ? to : Math.min(to, firstRowCount);
  const drawnTo = Math.max(undelayedTo, Math.min(to, useDeferredValue(to, 0)));
  const inCard = scroll === 'card';
  const skeletonHeight = (Math.min(Math.max(1, expectedRows), skeletonRowCount) * rowHeight) / skeletonRowCount;
  return (
    <div
      ref={scroller}
      className={classNames('@container scroll-x', inCard && 'relative overflow-y-auto -outline-offset-2')}
      {...(inCard ? { ...focusable, style: { maxHeight: headerHeight + maxCardRows(rowHeight) * rowHeight } } : {})}
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
      {isWhole ? null : (
        <Suspense fallback={null}>
          {inCard ? (
            <CardWindow count={count} rowHeight={rowHeight} scroller={scroller} onChange={setRange} />
          ) : (
            <PageWindow count={count} rowHeight={rowHeight} body={body} onChange={setRange} />
          )}
        </Suspense>
      )}
    </div>
  );
}
