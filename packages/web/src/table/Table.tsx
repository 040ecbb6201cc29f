import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { styled } from '../browser/later-style.ts';
import { loadedLater } from '../browser/loaded-later.tsx';
import { classNames } from '../ui/class-names.ts';
import { focusable } from '../ui/focusable.ts';
import { cellClassesOf } from './cell-classes.ts';
import type { Column } from './columns.ts';
import { HeaderCell } from './HeaderCell.tsx';
import { keepSortedColumnVisible } from './keep-sorted-column-visible.ts';
import { PrintedPart } from './PrintedPart.tsx';
import { sortAfterPress } from './sort.ts';
import { BodyRow, SkeletonRow, SpacerRow } from './TableRows.tsx';
import type { CardListProps, TableProps } from './table-props.ts';
import { useDrawnRows } from './use-drawn-rows.ts';
import { useIsNarrow } from './use-is-narrow.ts';

const skeletonRowCount = 4;

// Only narrow windows need the cards.
const CardList = loadedLater<CardListProps<never>>(
  'card-list',
  () => styled(import('./CardList.tsx')).then((module) => module.CardList),
  ({ rows, expectedRows = skeletonRowCount, cardHeight }) => (
    <div aria-busy="true" style={{ height: (rows?.length ?? expectedRows) * cardHeight }} />
  ),
);

/** Pixels, unless the table sets its own. Skeletons and spacers use the same height, so nothing moves when rows arrive. */
export const defaultRowHeight = 40;
export const headerHeight = 32;
/** The height of a card's rows before they scroll. It ends in the middle of a row to show that there are more. */
const maxCardRows = (rowHeight: number) => Math.floor(600 / rowHeight) - 0.5;

/**
 * A table of any length, or a list of cards in a narrow window. Of a long list, only the rows near the visible part are
 * drawn.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { cards = 112 } = props;
  const isNarrow = useIsNarrow();
  if (!isNarrow || cards === 'table') return <WideTable {...props} />;
  // `loadedLater` drops the type parameter; the component is called in the same way.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const List = CardList as (list: CardListProps<Row>) => ReactNode;
  return <List {...props} cardHeight={cards} />;
}

function WideTable<Row>({
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
  const cellClasses = useMemo(() => cellClassesOf(columns), [columns]);
  const count = rows?.length ?? 0;
  const inCard = scroll !== 'page';
  const { from, to, isWhole, isPrinting } = useDrawnRows({
    count,
    rowHeight,
    ...(inCard ? { list: scroller, scroll: 'box' } : { list: body, scroll: 'page' }),
  });
  useEffect(() => onDrawn?.(from, to), [onDrawn, from, to]);
  // A second press may come before the sort of the first one is drawn.
  const requested = useRef(sort);
  const { id: sortId, direction } = sort ?? {};
  useEffect(() => {
    requested.current = sortId && direction ? { id: sortId, direction } : null;
  }, [sortId, direction]);
  // The row header is always in view, so a table that is sorted by it needs no observer.
  const scrollingSortId = columns.some(({ id, isRowHeader }) => id === sortId && isRowHeader === true)
    ? undefined
    : sortId;
  useEffect(
    () => (scrollingSortId && scroller.current ? keepSortedColumnVisible(scroller.current) : undefined),
    [scrollingSortId],
  );
  const press = (column: Column<Row>) => {
    requested.current = sortAfterPress(column, requested.current);
    onSort?.(requested.current);
  };
  const skeletonHeight = (Math.min(Math.max(1, expectedRows), skeletonRowCount) * rowHeight) / skeletonRowCount;
  return (
    <div
      ref={scroller}
      className={classNames(
        // Positioned, so that visually hidden text in cells does not make the page wider than the window.
        '@container relative scroll-x',
        inCard && 'overflow-y-auto -outline-offset-2',
        scroll === 'fill' && 'h-full',
      )}
      {...(inCard && focusable)}
      {...(scroll === 'card' && { style: { maxHeight: headerHeight + maxCardRows(rowHeight) * rowHeight } })}
    >
      <table
        aria-label={label}
        aria-busy={rows === null || isStale}
        {...(isWhole ? {} : { 'aria-rowcount': count + 1 })}
        className="cell-spaces w-full table-fixed border-collapse text-base"
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
              <HeaderCell
                key={column.id}
                column={column}
                cellClasses={cellClasses[index]}
                sort={sort}
                onPress={onSort && press}
              />
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
                <SkeletonRow key={index} columns={columns} cellClasses={cellClasses} height={skeletonHeight} />
              ))
            : rows
                .slice(from, to)
                .map((row, index) => (
                  <BodyRow
                    key={rowKey(row)}
                    row={row}
                    columns={columns}
                    cellClasses={cellClasses}
                    height={rowHeight}
                    ariaRowIndex={isWhole ? undefined : from + index + 2}
                  />
                ))}
          {isPrinting ? null : <SpacerRow height={(count - to) * rowHeight} />}
        </tbody>
      </table>
      {isPrinting && to < count ? <PrintedPart drawn={to} count={count} /> : null}
    </div>
  );
}
