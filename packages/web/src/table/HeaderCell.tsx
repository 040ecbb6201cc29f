import { classNames } from '../ui/class-names.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import type { Column } from './columns.ts';
import { SortButton } from './SortButton.tsx';
import type { RowSort } from './sort.ts';

export type HeaderCellProps<Row> = {
  column: Column<Row>;
  /** The classes of the column's cells. */
  cellClasses: string | undefined;
  sort: RowSort | null;
  /** Without it no column is sortable. */
  onPress: ((column: Column<Row>) => void) | undefined;
};

/** The header of a column. It explains the values below it, and sorts by them if the column is sortable. */
export function HeaderCell<Row>({ column, cellClasses, sort, onPress }: HeaderCellProps<Row>) {
  const { id, header, headerCell, hint } = column;
  const className = classNames(cellClasses, 'font-medium whitespace-nowrap');
  if (column.sort === undefined || onPress === undefined)
    return (
      <th scope="col" className={className}>
        <Tooltip text={hint} side="bottom">
          <span {...(hint ? { tabIndex: 0, className: 'rounded-sm' } : {})}>{headerCell ?? header}</span>
        </Tooltip>
      </th>
    );
  return (
    <th scope="col" aria-sort={sort?.id === id ? sort.direction : 'none'} className={className}>
      <SortButton column={column} sort={sort} onPress={onPress} />
    </th>
  );
}
