import { memo } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { Column } from './columns.ts';

type BodyRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  /** The classes of each column's cells. */
  cellClasses: readonly string[];
  height: number;
  /** Counted from 1 with the header; undefined if all rows are drawn. */
  ariaRowIndex: number | undefined;
};

function DrawnRow<Row>({ row, columns, cellClasses, height, ariaRowIndex }: BodyRowProps<Row>) {
  return (
    // Isolated, so that the browser keeps what it painted of a row when other rows change.
    <tr aria-rowindex={ariaRowIndex} className="group/row isolate border-b hover:bg-canvas" style={{ height }}>
      {columns.map((column, index) => {
        const className = cellClasses[index];
        return column.isRowHeader ? (
          <th key={column.id} scope="row" className={className}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={className}>
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

/** Drawn again only if its row or the columns change: a slider in one row moves many times a second. */
// `memo` drops the type parameter; the component is called in the same way.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const BodyRow = memo(DrawnRow) as typeof DrawnRow;

/** Keeps the place of rows that are not drawn. */
export function SpacerRow({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;
}

export function SkeletonRow<Row>({
  columns,
  cellClasses,
  height,
}: Pick<BodyRowProps<Row>, 'columns' | 'cellClasses' | 'height'>) {
  return (
    <tr data-skeleton className="border-b" style={{ height }}>
      {columns.map((column, index) => (
        <td key={column.id} className={cellClasses[index]}>
          <Skeleton
            className={classNames(
              height < 20 ? 'h-1' : 'h-3',
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
