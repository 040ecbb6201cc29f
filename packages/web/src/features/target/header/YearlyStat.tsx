import { useQuery } from '@tanstack/react-query';
import {
  containerResources,
  costGap,
  estimateCosts,
  formatStatsFigure,
  largerGap,
  missingMark,
  noPreAutonomousText,
  statsFigure,
} from '@trimtab/core';
import { useClient } from '../../../api/client.tsx';
import { nodeSettingsQuery } from '../../../api/node-settings.ts';
import { comparisonQuery, potentialSavingsQuery } from '../../../api/target-costs.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { ExplainedFigure } from '../ExplainedFigure.tsx';
import { savingsText, wasteText } from '../explain-texts.ts';
import { pollMs, type TargetId } from '../queries.ts';
import type { TargetPageState } from '../use-target.ts';
import { Stat } from './Stat.tsx';

/** Dollars per hour of a target, and the text that explains them; undefined while loading. */
type Hourly = { hourly: number | null; explanation: string } | 'failed' | undefined;

/** Repeats a failed call as often as suggestions are polled. Once the figure is loaded, it is not requested again. */
const retryAfterFailure = {
  refetchInterval: ({ state }: { state: { status: string; data: unknown } }) =>
    state.status === 'error' && state.data === undefined ? pollMs.suggestions : false,
} as const;

/** Yearly waste, resources needed, savings or resources added, in dollars per year. */
export function YearlyStat({ state }: { state: TargetPageState }) {
  const { id, mode, missingText, isLoading } = state;
  const isMissing = missingText !== null || (!isLoading && mode === null);
  const waste = useWaste(state, mode === 'Recommendation' && !isMissing);
  const savings = useSavings(id, mode === 'Autonomous' && !isMissing);
  const known = mode === 'Autonomous' ? savings : waste;
  const figure = statsFigure({
    mode: mode ?? 'Recommendation',
    hourly: known === 'failed' ? undefined : known?.hourly,
  });
  const label = mode === null && !isLoading ? 'Yearly Waste or Savings' : figure.label;
  const text = formatStatsFigure(isMissing ? null : figure);
  const meaning = figure.label === 'Yearly Savings' ? 'text-savings' : 'text-waste';
  return (
    <Stat
      term={
        <Tooltip text={figure.tooltip}>
          <span className="inline-flex items-center gap-1" {...(figure.tooltip ? { tabIndex: 0 } : {})}>
            {label}
            {figure.tooltip ? <Icon name="info" size={12} /> : null}
          </span>
        </Tooltip>
      }
    >
      {isMissing ? (
        text
      ) : known === undefined ? (
        <Spinner label="Loading the yearly figure" className="my-1" />
      ) : known === 'failed' ? (
        <ExplainedFigure text="The costs of this target could not be loaded. The console tries again every 30 seconds.">
          {missingMark}
        </ExplainedFigure>
      ) : text === noPreAutonomousText ? (
        <span className="text-small font-normal text-ink-3 xl:text-base">{text}</span>
      ) : (
        <ExplainedFigure text={known.explanation} side="bottom" className={classNames('font-semibold', meaning)}>
          {text}
        </ExplainedFigure>
      )}
    </Stat>
  );
}

function useWaste({ id, workload, spec, current }: TargetPageState, isWanted: boolean): Hourly {
  const client = useClient();
  const { data, isError } = useQuery({
    ...potentialSavingsQuery(client, id),
    ...retryAfterFailure,
    enabled: isWanted,
  });
  // The settings are only used in the explanation.
  const settings = useQuery({ ...nodeSettingsQuery(client), enabled: isWanted }).data;
  if (data === undefined) return isError ? 'failed' : undefined;
  const horizontal = costGap(data.horizontalCost);
  const vertical = costGap(data.verticalCost);
  const hourly = largerGap(horizontal, vertical);
  const isHorizontal = hourly !== null && hourly === horizontal;
  return {
    hourly,
    explanation: wasteText(
      isHorizontal ? data.horizontalCost : data.verticalCost,
      isHorizontal ? 'replicas' : 'requests',
      workload === null ? [] : containerResources(workload, spec, current),
      { settings, net: data.net_hourly_savings },
    ),
  };
}

function useSavings(id: TargetId, isWanted: boolean): Hourly {
  const client = useClient();
  const comparison = useQuery({ ...comparisonQuery(client, id), ...retryAfterFailure, enabled: isWanted });
  const settings = useQuery({ ...nodeSettingsQuery(client), ...retryAfterFailure, enabled: isWanted });
  if (comparison.data === undefined || settings.data === undefined)
    return comparison.isError || settings.isError ? 'failed' : undefined;
  const costs = estimateCosts(comparison.data, 'Autonomous', settings.data);
  return {
    hourly: costs.savingsPerHour,
    explanation: savingsText(comparison.data, costs, { settings: settings.data, fetchedAt: comparison.dataUpdatedAt }),
  };
}
