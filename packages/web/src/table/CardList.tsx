import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { focusable } from '../ui/focusable.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Select } from '../ui/Select.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import type { Column } from './columns.ts';
import { PrintedPart } from './PrintedPart.tsx';
import { sortAfterPress, sortTooltip } from './sort.ts';
import type { CardListProps } from './table-props.ts';
import { useDrawnRows } from './use-drawn-rows.ts';

/** A longer list fills several screens of a phone, so only the cards near the visible part are drawn. */
const shortListCardCount = 20;
const skeletonCards = [0, 1, 2, 3];

/** The rows of a table as cards, for a narrow window: a bar for sorting, and each card begins with the money. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { label, columns, rows, rowKey, scroll = 'page', isStale = false, cardHeight, onDrawn } = props;
  const list = useRef<HTMLUListElement>(null);
  const count = rows?.length ?? 0;
  const inBox = scroll !== 'page';
  const { from, to, isWhole, isPrinting } = useDrawnRows({
    count,
    rowHeight: cardHeight,
    list,
    scroll: inBox ? 'box' : 'page',
    shortCount: shortListCardCount,
  });
  useEffect(() => onDrawn?.(from, to), [onDrawn, from, to]);
  return (
    <>
      <CardBar {...props} />
      <ul
        ref={list}
        aria-label={label}
        aria-busy={rows === null || isStale}
        className={classNames(
          'relative transition-opacity',
          isStale && 'opacity-60',
          inBox && 'overflow-y-auto -outline-offset-2',
          inBox && (scroll === 'fill' ? 'max-h-full' : 'max-h-[75dvh]'),
        )}
        {...(inBox && focusable)}
      >
        <SpacerItem height={from * cardHeight} />
        {rows === null
          ? skeletonCards.map((index) => (
              <li
                key={index}
                data-skeleton
                className="border-b px-4 py-3 last:border-b-0"
                style={{ height: cardHeight }}
              >
                <Skeleton className="mb-3 h-4 w-24" />
                <Skeleton className="h-4 w-3/5" />
              </li>
            ))
          : rows.slice(from, to).map((row, index) => (
              <li
                key={rowKey(row)}
                className="flex flex-col gap-1.5 overflow-hidden border-b px-4 py-3 last:border-b-0"
                style={isWhole ? { minHeight: cardHeight } : { height: cardHeight }}
                {...(isWhole ? {} : { 'aria-setsize': count, 'aria-posinset': from + index + 1 })}
              >
                <CardContent row={row} columns={columns} />
              </li>
            ))}
        {isPrinting ? null : <SpacerItem height={(count - to) * cardHeight} />}
      </ul>
      {isPrinting && to < count ? <PrintedPart drawn={to} count={count} /> : null}
    </>
  );
}

/** Keeps the place of cards that are not drawn. */
function SpacerItem({ height }: { height: number }) {
  return height > 0 ? <li aria-hidden="true" style={{ height }} /> : null;
}

/** The functions of the table's headers: sorting, and controls for all rows. */
function CardBar<Row>({ label, columns, rows, sort = null, onSort }: CardListProps<Row>) {
  const sortable = columns.filter((column) => column.sort !== undefined);
  const controls = columns.filter((column) => column.cardHeader !== undefined);
  const isSortable = onSort !== undefined && sortable.length > 0 && rows?.length !== 1;
  if (!isSortable && controls.length === 0) return null;
  const current = sortable.find(({ id }) => id === sort?.id);
  const action = current && sortTooltip(current, sort);
  return (
    <div className="flex min-h-12 items-center gap-2 border-b px-4 text-ink-2">
      {controls.map(({ id, cardHeader }) => (
        <Fragment key={id}>{cardHeader}</Fragment>
      ))}
      {isSortable ? (
        <>
          <label className="ml-auto flex items-center gap-2">
            Sort by
            <Select
              aria-label={`Sort ${label} by`}
              value={current?.id ?? ''}
              onChange={(event) => {
                const chosen = sortable.find(({ id }) => id === event.target.value);
                if (chosen) onSort(sortAfterPress(chosen, null));
              }}
            >
              {current ? null : <option value="">Not sorted</option>}
              {sortable.map(({ id, header }) => (
                <option key={id} value={id}>
                  {header}
                </option>
              ))}
            </Select>
          </label>
          {current && action ? (
            <Tooltip text={action} side="bottom">
              <IconButton
                className="-mr-2"
                icon={sort?.direction === 'descending' ? 'sortDescending' : 'sortAscending'}
                label={action}
                onClick={() => onSort(sortAfterPress(current, sort))}
              />
            </Tooltip>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

type CardContentProps<Row> = { row: Row; columns: readonly Column<Row>[] };

/** Texts come before numbers, because a text takes half the width and several numbers fit into one line. */
function CardContent<Row>({ row, columns }: CardContentProps<Row>) {
  const at = (place: Column<Row>['card']) => columns.filter((column) => column.card === place && !column.isRowHeader);
  const title = columns.find(({ isRowHeader }) => isRowHeader);
  const [lead, corners, pairs] = [at('lead'), at('corner'), at(undefined)];
  const texts = pairs.filter(({ align }) => align !== 'end');
  const numbers = pairs.filter(({ align }) => align === 'end');
  const name = <div className="min-w-0 font-medium">{title?.cell(row)}</div>;
  return (
    <>
      <div className="flex min-h-6 min-w-0 items-center justify-between gap-3">
        {lead.map(({ id, header, cell }) => (
          <p key={id} className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-1.5 text-lead">
            {cell(row)} <span className="text-small text-ink-3">{header}</span>
          </p>
        ))}
        {lead.length === 0 ? <div className="min-w-0 flex-1">{name}</div> : null}
        {corners.map(({ id, cell }) => (
          <Fragment key={id}>{cell(row)}</Fragment>
        ))}
      </div>
      {lead.length === 0 ? null : name}
      {at('wide').map(({ id, cell }) => (
        <div key={id}>{cell(row)}</div>
      ))}
      <Pairs
        className="grid grid-cols-2 gap-x-3 gap-y-1"
        pairs={texts.map(({ id, header, cell }) => ({ id, header, value: cell(row) }))}
      />
      <Pairs
        className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums [&>div]:flex [&>div]:items-baseline [&>div]:gap-1.5 [&_dt]:shrink-0"
        pairs={numbers.map(({ id, header, cell }) => ({ id, header, value: cell(row) }))}
      />
    </>
  );
}

type Pair = { id: string; header: string; value: ReactNode };

function Pairs({ className, pairs }: { className: string; pairs: readonly Pair[] }) {
  if (pairs.length === 0) return null;
  return (
    <dl className={className}>
      {pairs.map(({ id, header, value }) => (
        <div key={id} className="min-w-0">
          <dt className="truncate text-small leading-5 text-ink-3">{header}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
