import { nextSort, type Sort, type SortField, sortTooltip } from '@trimtab/core';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';

export type SortHeaderProps = {
  label: string;
  field: SortField;
  current: Sort;
  align: 'start' | 'end';
  onSort: (sort: Sort) => void;
};

/** A header that sorts. Its tooltip says what a press will do; its arrow shows what is so now. */
export function SortHeader({ label, field, current, align, onSort }: SortHeaderProps) {
  const next = nextSort(current, field);
  const isCurrent = current.field === field;
  const { direction } = isCurrent ? current : next;
  return (
    <Tooltip text={sortTooltip(current, field)}>
      <button
        type="button"
        onClick={() => onSort(next)}
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
