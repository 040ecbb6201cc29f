import { SortButton } from '../../../table/SortHeader.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { type CostColumn, nextRowSort, type RowSort, rowSortTooltip } from './cost-column.ts';

export type RowsHeaderProps<Row> = {
  column: CostColumn<Row>;
  className: string;
  sort: RowSort | null;
  onSort: (sort: RowSort) => void;
};

/** A column's header: explains the figures beneath it, and sorts by them where they can be compared. */
export function RowsHeader<Row>({ column, className, sort, onSort }: RowsHeaderProps<Row>) {
  const { header, hint, sort: sortable } = column;
  if (sortable === undefined)
    return (
      <th scope="col" className={className}>
        <Tooltip text={hint} side="bottom">
          <span {...(hint ? { tabIndex: 0, className: 'rounded-sm' } : {})}>{header}</span>
        </Tooltip>
      </th>
    );
  return (
    <th scope="col" aria-sort={sort?.id === column.id ? sort.direction : 'none'} className={className}>
      <RowsSort column={column} sort={sort} onSort={onSort} />
    </th>
  );
}

function RowsSort<Row>({ column, sort, onSort }: Omit<RowsHeaderProps<Row>, 'className'>) {
  const { header, hint, align } = column;
  const isCurrent = sort?.id === column.id;
  const next = nextRowSort(column, sort);
  const action = rowSortTooltip(column, sort);
  return (
    <SortButton
      label={header}
      tooltip={hint ? `${action}\n${hint}` : action}
      direction={isCurrent ? sort.direction : next.direction}
      isCurrent={isCurrent}
      align={align}
      onPress={() => onSort(next)}
    />
  );
}
