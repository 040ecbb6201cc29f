import { type CostRange, costRangeFacts, costRanges } from '@trimtab/core';
import { classNames } from '../../../ui/class-names.ts';

/** Buttons to choose the time range. */
export function RangeToggle({ range, onChoose }: { range: CostRange; onChoose: (range: CostRange) => void }) {
  return (
    <fieldset aria-label="Time range" className="flex flex-wrap rounded-md border border-line-strong bg-surface p-0.5">
      {costRanges.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === range}
          onClick={() => onChoose(one)}
          className={classNames(
            'h-7 rounded-sm px-3 font-medium whitespace-nowrap transition-colors',
            one === range
              ? 'bg-accent text-on-accent forced-color-adjust-none'
              : 'text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          {costRangeFacts[one].label}
        </button>
      ))}
    </fieldset>
  );
}
