import { nextSort, type Sort, type SortField, sortTooltip } from '@trimtab/core';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';

export type SortButtonProps = {
  label: string;
  /** What a press will do. */
  tooltip: string;
  /** What is so now where the list is sorted by this column, otherwise what a press would make it. */
  direction: 'ascending' | 'descending';
  isCurrent: boolean;
  align?: 'start' | 'end' | undefined;
  onPress: () => void;
};

/** A header that sorts: its tooltip says what a press will do, its arrow shows what is so now. */
export function SortButton({ label, tooltip, direction, isCurrent, align, onPress }: SortButtonProps) {
  return (
    <Tooltip text={tooltip} side="bottom">
      <button
        type="button"
        onClick={onPress}
        className={classNames(
          'group -mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 font-medium hover:text-ink',
          align === 'end' && 'flex-row-reverse',
          isCurrent && 'text-ink',
        )}
      >
        {label}
        <Icon
          name={direction === 'descending' ? 'sortDescending' : 'sortAscending'}
          size={12}
          className={isCurrent ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}
        />
      </button>
    </Tooltip>
  );
}

export type SortHeaderProps = {
  label: string;
  field: SortField;
  current: Sort;
  align: 'start' | 'end';
  onSort: (sort: Sort) => void;
};

/** Sorts a list that the server sorts. */
export function SortHeader({ label, field, current, align, onSort }: SortHeaderProps) {
  const next = nextSort(current, field);
  const isCurrent = current.field === field;
  return (
    <SortButton
      label={label}
      tooltip={sortTooltip(current, field)}
      direction={isCurrent ? current.direction : next.direction}
      isCurrent={isCurrent}
      align={align}
      onPress={() => onSort(next)}
    />
  );
}
