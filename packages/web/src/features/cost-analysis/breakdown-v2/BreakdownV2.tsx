import {
  costRangeFacts,
  costRanges,
  defaultCostRange,
  formatDateDay,
  minuteMs,
  parseCostRange,
  projectedAnnual,
} from '@trimtab/core';
import { useMemo } from 'react';
import { useViewParams } from '../../../lib/search-param.ts';
import { useNow } from '../../../lib/use-now.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { CostViewProps } from '../CostNotices.tsx';
import { HistoryCards } from './HistoryCards.tsx';
import { ProjectedCards } from './ProjectedCards.tsx';
import { SavingsWasteBar } from './SavingsWasteBar.tsx';

/** The cost breakdown over time. Its range is in the address. */
export function BreakdownV2({ costs: { targets }, settings }: CostViewProps) {
  const [params, change] = useViewParams();
  const now = useNow(minuteMs);
  const range = parseCostRange(params.get('range')) ?? defaultCostRange;
  const sums = useMemo(() => (targets === null ? null : projectedAnnual(targets)), [targets]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <fieldset
          aria-label="Time range"
          className="flex flex-wrap rounded-md border border-line-strong bg-surface p-0.5"
        >
          {costRanges.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === range}
              onClick={() => change({ range: one === defaultCostRange ? null : one })}
              className={classNames(
                'h-7 rounded-sm px-3 font-medium whitespace-nowrap transition-colors',
                one === range ? 'bg-accent text-on-accent' : 'text-ink-2 hover:bg-sunken hover:text-ink',
              )}
            >
              {costRangeFacts[one].label}
            </button>
          ))}
        </fieldset>
        <p className="text-ink-2">→ Through {formatDateDay(now)}</p>
      </div>
      <SavingsWasteBar sums={sums} />
      {range === 'projected' ? (
        <ProjectedCards targets={targets} sums={sums} now={now} />
      ) : (
        <HistoryCards key={range} range={range} settings={settings} />
      )}
    </>
  );
}
