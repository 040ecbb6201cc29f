import {
  costRangeFacts,
  defaultCostRange,
  formatDateDay,
  minuteMs,
  parseCostRange,
  projectedAnnual,
} from '@trimtab/core';
import { useMemo } from 'react';
import { useViewParams } from '../../../browser/search-params.ts';
import { useNow } from '../../../browser/use-now.ts';
import { ErrorState } from '../../../table/ListStates.tsx';
import { Card } from '../../../ui/Card.tsx';
import type { CostViewProps } from '../CostNotices.tsx';
import { BreakdownChart } from './BreakdownChart.tsx';
import { ContributorsChart } from './ContributorsChart.tsx';
import { RangeToggle } from './RangeToggle.tsx';
import { SavingsWasteBar } from './SavingsWasteBar.tsx';
import { useRangeView } from './use-range-view.ts';

/** The cost breakdown over time. The address stores the range. */
export function BreakdownV2({ costs: { targets, isLoading, state }, settings, isLoadingSettings }: CostViewProps) {
  const [params, change] = useViewParams();
  const now = useNow(minuteMs);
  const range = parseCostRange(params.get('range')) ?? defaultCostRange;
  const sums = useMemo(() => (targets === null ? null : projectedAnnual(targets)), [targets]);
  const { view, isStale, error, retry } = useRangeView({
    range,
    targets,
    sums,
    settings: isLoadingSettings ? null : settings,
    now,
  });
  // The past is read with its own call.
  const shown = { view, isStale, state: range === 'projected' ? state : 'complete' } as const;
  const { breakdownTitle, contributorsTitle } = costRangeFacts[range];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RangeToggle range={range} onChoose={(next) => change({ range: next === defaultCostRange ? null : next })} />
        <p className="text-ink-2">→ Through {formatDateDay(now)}</p>
      </div>
      <SavingsWasteBar sums={sums} targets={targets} isLoading={isLoading} />
      {error ? (
        <Card>
          <ErrorState title="The cost history could not be loaded." onRetry={retry} />
        </Card>
      ) : (
        <div className="@container">
          <div className="grid gap-4 @min-[64rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <BreakdownChart title={breakdownTitle} name={`costs-${range}`} {...shown} />
            <ContributorsChart title={contributorsTitle} {...shown} />
          </div>
        </div>
      )}
      {view?.incomplete.length ? (
        <Card aria-label="What is missing" className="px-4 py-3">
          <h2 className="mb-1 font-medium">What is missing</h2>
          <ul className="list-disc pl-5 text-ink-2">
            {view.incomplete.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}
