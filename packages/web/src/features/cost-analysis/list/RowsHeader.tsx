import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
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
      <SortButton column={column} sort={sort} onSort={onSort} />
    </th>
  );
}

function SortButton<Row>({ column, sort, onSort }: Omit<RowsHeaderProps<Row>, 'className'>) {
  const { header, hint, align } = column;
  const isCurrent = sort?.id === column.id;
  const next = nextRowSort(column, sort);
  const { direction } = isCurrent ? sort : next;
  const action = rowSortTooltip(column, sort);
  return (
    <Tooltip text={hint ? `${action}\n${hint}` : action} side="bottom">
      <button
        type="button"
        onClick={() => onSort(next)}
        className={classNames(
          'group -mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 font-medium hover:text-ink',
          align === 'end' && 'flex-row-reverse',
          isCurrent && 'text-ink',
        )}
      >
        {header}
        <Icon
          name={direction === 'descending' ? 'sortDescending' : 'sortAscending'}
          size={12}
          className={isCurrent ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}
        />
      </button>
    </Tooltip>
  );
}
