import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import type { Column } from './columns.ts';
import { type RowSort, sortAfterPress, sortTooltip } from './sort.ts';

export type SortButtonProps<Row> = {
  column: Column<Row>;
  sort: RowSort | null;
  onPress: (column: Column<Row>) => void;
};

/** The text of a sortable header. The tooltip describes what a press does; the arrow shows the current direction. */
export function SortButton<Row>({ column, sort, onPress }: SortButtonProps<Row>) {
  const { id, header, hint, align } = column;
  const isCurrent = sort?.id === id;
  const { direction } = isCurrent ? sort : sortAfterPress(column, sort);
  const action = sortTooltip(column, sort);
  return (
    <Tooltip text={hint ? `${action}\n${hint}` : action} side="bottom">
      <button
        type="button"
        onClick={() => onPress(column)}
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
