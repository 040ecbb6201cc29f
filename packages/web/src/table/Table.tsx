import type { Sort } from '@trimtab/core';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import type { Column } from './columns.ts';
import { SortHeader } from './SortHeader.tsx';

/** console.md section 9. */
export const skeletonRowCount = 4;
/** Every row, skeletons included, has this height, so that a place can be kept for rows that are not there yet. */
export const rowHeight = 40;
export const headerHeight = 32;

export type TableProps<Row> = {
  /** Names the table to a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  /** null while the first page is loading: skeleton rows. */
  rows: readonly Row[] | null;
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** The rows shown belong to an earlier question; they stay readable until the new ones come. */
  isStale?: boolean;
  minWidth?: string;
};

const edge = 'px-3 first:pl-4 last:pr-4';
// The row header keeps its place over cells that scroll beneath it, so it needs a ground of its own.
const pinned = 'sticky left-0 z-1 bg-surface';

export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  isStale = false,
  minWidth = '44rem',
  ...sorting
}: TableProps<Row>) {
  return (
    <div className="overflow-x-auto" role="group" aria-label={label}>
      <table
        aria-label={label}
        aria-busy={rows === null || isStale}
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
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} {...sorting} />
            ))}
          </tr>
        </thead>
        <tbody className={classNames('transition-opacity', isStale && 'opacity-60')}>
          {rows === null
            ? Array.from({ length: skeletonRowCount }, (_, index) => <SkeletonRow key={index} columns={columns} />)
            : rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  className="group/row border-b last:border-b-0 hover:bg-canvas"
                  style={{ height: rowHeight }}
                >
                  {columns.map((column) => (
                    <BodyCell key={column.id} column={column}>
                      {column.cell(row)}
                    </BodyCell>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}) {
  const { header, hint, align = 'start' } = column;
  const className = classNames(
    edge,
    'font-medium whitespace-nowrap',
    align === 'end' ? 'text-right' : 'text-left',
    column.isRowHeader && pinned,
  );
  if (!column.sort || !sort || !onSort)
    return (
      <th scope="col" className={className}>
        <Tooltip text={hint}>
          <span {...(hint ? { tabIndex: 0 } : {})}>{header}</span>
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

function BodyCell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const className = classNames(edge, column.align === 'end' && 'text-right tabular-nums');
  if (!column.isRowHeader) return <td className={className}>{children}</td>;
  return (
    <th scope="row" className={classNames(className, pinned, 'text-left font-medium group-hover/row:bg-canvas')}>
      {children}
    </th>
  );
}

function SkeletonRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr data-skeleton className="border-b last:border-b-0" style={{ height: rowHeight }}>
      {columns.map(({ id, align, isRowHeader }) => (
        <td key={id} className={edge}>
          <Skeleton className={classNames('h-3', isRowHeader ? 'w-3/5' : 'w-14', align === 'end' && 'ml-auto')} />
        </td>
      ))}
    </tr>
  );
}
