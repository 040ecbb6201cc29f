import { useQuery } from '@tanstack/react-query';
import {
  costGap,
  estimateCosts,
  formatMoney,
  formatStatsFigure,
  largerGap,
  type Mode,
  noPreAutonomousText,
  statsFigure,
} from '@trimtab/core';
import { useClient } from '../../lib/client.tsx';
import { comparisonQuery, nodeSettingsQuery, potentialSavingsQuery, type TargetId } from './queries.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { Stat } from './StatsRow.tsx';

/** Dollars an hour of a target, and what they were reckoned from; undefined while loading. */
type Hourly = { hourly: number | null; from: string } | undefined;

/** What the target wastes, needs, saves or was given, in dollars a year. */
export function StatsMoney({ id, mode, isMissing }: { id: TargetId; mode: Mode | null; isMissing: boolean }) {
  const waste = useWaste(id, mode === 'Recommendation' && !isMissing);
  const savings = useSavings(id, mode === 'Autonomous' && !isMissing);
  const known = mode === 'Autonomous' ? savings : waste;
  const figure = statsFigure({ mode: mode ?? 'Recommendation', hourly: known?.hourly });
  const text = formatStatsFigure(isMissing ? null : figure);
  const meaning = figure.label === 'Yearly Savings' ? 'text-savings' : 'text-waste';
  return (
    <Stat
      term={
        <Tooltip text={figure.tooltip}>
          <span className="inline-flex items-center gap-1" {...(figure.tooltip ? { tabIndex: 0 } : {})}>
            {figure.label}
            {figure.tooltip ? <Icon name="info" size={12} /> : null}
          </span>
        </Tooltip>
      }
    >
      {isMissing ? (
        text
      ) : known === undefined ? (
        <Spinner label="Loading the yearly figure" className="my-1" />
      ) : text === noPreAutonomousText ? (
        <span className="text-base font-normal text-ink-3">{text}</span>
      ) : (
        <Tooltip text={`${known.from}\nA year has 8,760 hours. Averages of the last 24 hours.`} side="bottom">
          <button type="button" className={classNames('cursor-help font-semibold', meaning)}>
            {text}
          </button>
        </Tooltip>
      )}
    </Stat>
  );
}

function useWaste(id: TargetId, isWanted: boolean): Hourly {
  const { data, isError } = useQuery({ ...potentialSavingsQuery(useClient(), id), enabled: isWanted });
  if (data === undefined) return isError ? { hourly: null, from: '' } : undefined;
  const horizontal = costGap(data.horizontalCost);
  const vertical = costGap(data.verticalCost);
  const hourly = largerGap(horizontal, vertical);
  const pair = hourly !== null && hourly === horizontal ? data.horizontalCost : data.verticalCost;
  const what = pair === data.horizontalCost ? 'replicas' : 'requests';
  return {
    hourly,
    from: `${formatMoney(pair.raw)} an hour now, ${formatMoney(pair.withSuggestions)} with the suggested ${what}.`,
  };
}

function useSavings(id: TargetId, isWanted: boolean): Hourly {
  const client = useClient();
  const comparison = useQuery({ ...comparisonQuery(client, id), enabled: isWanted });
  const settings = useQuery({ ...nodeSettingsQuery(client), enabled: isWanted });
  if (comparison.isError || settings.isError) return { hourly: null, from: '' };
  if (comparison.data === undefined || settings.data === undefined) return undefined;
  const costs = estimateCosts(comparison.data, 'Autonomous', settings.data);
  return {
    hourly: costs.savingsPerHour,
    from: `${formatMoney(costs.costUnoptimized)} an hour before autonomous mode, ${formatMoney(costs.costOptimized)} now.`,
  };
}
