import {
  breakdownBars,
  breakdownTotals,
  contributorBars,
  type CostRange,
  costRangeFacts,
  formatCount,
  formatDateBucket,
  formatMoney,
  type NodeSettings,
  toastText,
} from '@trimtab/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../../lib/client.tsx';
import { costAnalysisQuery } from '../../../lib/queries-costs-view.ts';
import { ErrorState } from '../../../table/ListStates.tsx';
import { Card } from '../../../ui/Card.tsx';
import { BreakdownCard } from './BreakdownCard.tsx';
import { ContributorsCard } from './ContributorsCard.tsx';

export type HistoryCardsProps = { range: Exclude<CostRange, 'projected'>; settings: NodeSettings };

/** What was saved and wasted over a range of the past. */
export function HistoryCards({ range, settings }: HistoryCardsProps) {
  const { data, error, refetch } = useQuery(costAnalysisQuery(useClient(), range));
  const { breakdownTitle, contributorsTitle, history } = costRangeFacts[range];
  const bars = useMemo(
    () =>
      data
        ? breakdownBars(data, settings).map((bar) => ({
            ...bar,
            key: bar.timestamp,
            label: formatDateBucket(bar.timestamp, history?.bucket ?? 'Month'),
          }))
        : null,
    [data, settings, history],
  );
  const contributors = useMemo(
    () => (data ? contributorBars(data, settings).map((bar) => ({ ...bar, key: bar.name, label: bar.name })) : null),
    [data, settings],
  );
  if (error && !data)
    return (
      <Card>
        <ErrorState
          title="The cost history could not be loaded."
          detail={toastText(error)}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  return (
    <>
      <BreakdownCard title={breakdownTitle} bars={bars} name={`costs-${range}`} summary={bars && summary(bars)} />
      <ContributorsCard title={contributorsTitle} bars={contributors} tone="savings" empty="No savings in this range" />
      {data?.incomplete?.length ? (
        <Card aria-label="What these figures lack" className="px-4 py-3">
          <h2 className="mb-1 font-medium">What these figures lack</h2>
          <ul className="list-disc pl-5 text-ink-2">
            {data.incomplete.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  );
}

function summary(bars: Parameters<typeof breakdownTotals>[0]): string {
  const { savings, waste, missing } = breakdownTotals(bars);
  const known = `${formatMoney(savings)} saved, ${formatMoney(waste)} wasted in this range.`;
  return missing === 0 ? known : `${known} ${formatCount(missing)} of its bars have no figure.`;
}
