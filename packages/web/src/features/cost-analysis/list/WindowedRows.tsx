import { memo, type ReactNode, useMemo } from 'react';
import { headerHeight, pinnedCell, skeletonRowCount } from '../../../table/Table.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useWindow } from '../../../ui/use-window.ts';
import { type CostColumn, type RowSort } from './cost-column.ts';
import { RowsHeader } from './RowsHeader.tsx';

/** Longer lists scroll inside their card; it ends in the middle of a row, for an end between two would look like the last. */
const mostHeight = 600;
const rowsInSight = (rowHeight: number) => Math.floor(mostHeight / rowHeight) - 0.5;

export type WindowedRowsProps<Row> = {
  label: string;
  columns: readonly CostColumn<Row>[];
  /** In the order of `sort`; null while loading. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => string;
  rowHeight: number;
  minWidth: string;
  sort: RowSort | null;
  onSort: (sort: RowSort) => void;
};

/** A table of any length: only the rows in sight are drawn. */
export function WindowedRows<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowHeight,
  minWidth,
  ...order
}: WindowedRowsProps<Row>) {
  const count = rows?.length ?? skeletonRowCount;
  const { scroller, from, to } = useWindow({
    count,
    rowHeight,
    overscan: 6,
    mostInSight: Math.ceil(rowsInSight(rowHeight)),
  });
  const skeletons = useMemo(() => Array.from({ length: skeletonRowCount }, (_, index) => index), []);
  return (
    <div
      ref={scroller}
      {...keyboardScroll}
      className="scroll-x relative overflow-y-auto -outline-offset-2"
      style={{ maxHeight: headerHeight + rowsInSight(rowHeight) * rowHeight }}
    >
      <table
        aria-label={label}
        aria-busy={rows === null}
        aria-rowcount={count + 1}
        className="w-full table-fixed border-collapse"
        style={{ minWidth }}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-2 bg-surface text-small text-ink-3 shadow-card">
          <tr style={{ height: headerHeight }}>
            {columns.map((column) => (
              <RowsHeader
                key={column.id}
                column={column}
                className={classNames(cellClass(column), 'font-medium whitespace-nowrap')}
                {...order}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {from > 0 ? <tr aria-hidden="true" style={{ height: from * rowHeight }} /> : null}
          {rows === null
            ? skeletons.map((index) => (
                <tr key={index} data-skeleton className="border-b" style={{ height: rowHeight }}>
                  {columns.map((column) => (
                    <td key={column.id} className={cellClass(column)}>
                      <Skeleton className={classNames('h-3 w-16', column.align === 'end' && 'ml-auto')} />
                    </td>
                  ))}
                </tr>
              ))
            : rows
                .slice(from, to)
                .map((row, index) => (
                  <BodyRow key={rowKey(row)} row={row} at={from + index} columns={columns} height={rowHeight} />
                ))}
          {to < count ? <tr aria-hidden="true" style={{ height: (count - to) * rowHeight }} /> : null}
        </tbody>
      </table>
    </div>
  );
}

function cellClass<Row>({ align, isRowHeader }: CostColumn<Row>): string {
  return classNames(
    'px-2 first:pl-4 last:pr-4',
    align === 'end' ? 'text-right tabular-nums' : 'text-left',
    isRowHeader && pinnedCell,
  );
}

function Cell<Row>({ column, children }: { column: CostColumn<Row>; children: ReactNode }) {
  if (!column.isRowHeader) return <td className={cellClass(column)}>{children}</td>;
  return (
    <th scope="row" className={classNames(cellClass(column), 'font-medium group-hover/row:bg-canvas')}>
      {children}
    </th>
  );
}

type BodyRowProps<Row> = { row: Row; at: number; columns: readonly CostColumn<Row>[]; height: number };

function DrawnRow<Row>({ row, at, columns, height }: BodyRowProps<Row>) {
  return (
    <tr aria-rowindex={at + 2} className="group/row border-b hover:bg-canvas" style={{ height }}>
      {columns.map((column) => (
        <Cell key={column.id} column={column}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  );
}

/** Drawn again only when its row is another one: a slider moves many times a second. */
// `memo` forgets that the component is generic; what it answers is called in the same way.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const BodyRow = memo(DrawnRow) as typeof DrawnRow;
