import {
  formatCount,
  formatPercent,
  formatResource,
  missingMark,
  type ReportCard,
  resourceLabels,
} from '@trimtab/core';
import { cellFacts, type Fact } from '../../output/facts.ts';
import { type Block, column, numberColumn, type TextColumn, table } from '../../output/table.ts';
import type { TargetDetail } from '../../services/target-get.ts';

type Forecast = ReportCard['forecasts'][number];
type Suggested = ReportCard['suggestions'][number];

const accuracyColumns: readonly TextColumn<Forecast>[] = [
  numberColumn('error', 'ERROR', ({ wape }) => wape, formatPercent),
  numberColumn('repeating', 'REPEATING A DAY', ({ seasonalNaiveWape }) => seasonalNaiveWape, formatPercent),
  numberColumn('in_band', 'IN 80% BAND', ({ coverage }) => coverage ?? null, formatPercent),
];

const forecastColumns: readonly TextColumn<Forecast>[] = [
  column('resource', 'RESOURCE', ({ metric }) => resourceLabels[metric]),
  column('ahead', 'AHEAD', ({ horizonMinutes }) => `${formatCount(horizonMinutes)} min`, { align: 'right' }),
  ...accuracyColumns,
];

const farthestOver = ({ resource, worstShortfall: worst }: Suggested): string =>
  worst === null
    ? missingMark
    : `${formatResource(resource, worst.used)} of ${formatResource(resource, worst.request)}`;

const pastColumns: readonly TextColumn<Suggested>[] = [
  numberColumn('past_unused', 'UNUSED', ({ slack }) => slack, formatPercent),
  numberColumn('past_time_over', 'TIME OVER', ({ timeOver }) => timeOver, formatPercent),
];

const suggestedColumns: readonly TextColumn<Suggested>[] = [
  column('container', 'CONTAINER', ({ container }) => container, { minimum: 12 }),
  column('resource', 'RESOURCE', ({ resource }) => resourceLabels[resource]),
  ...pastColumns,
  column('farthest_over', 'FARTHEST OVER', farthestOver, { align: 'right' }),
];

/** The accuracy of forecasts and suggestions. Empty if not requested, or if the server does not measure it. */
export function reportCardBlocks({ reportCard }: TargetDetail): Block[] {
  const { forecasts = [], suggestions = [] } = reportCard ?? {};
  return [
    ...(forecasts.length === 0 ? [] : [table(forecasts, forecastColumns, 'Error of the forecasts · last 14 days')]),
    ...(suggestions.length === 0
      ? []
      : [table(suggestions, suggestedColumns, "Each day's suggestion on that day · last 14 days")]),
  ];
}

/** The same for a pipe, one figure per line. */
export function reportCardFacts({ reportCard }: TargetDetail): Fact[] {
  const { forecasts = [], suggestions = [] } = reportCard ?? {};
  return [
    ...cellFacts(forecasts, accuracyColumns, (of) => `forecast.${of.metric}.${of.horizonMinutes}_min`),
    ...cellFacts(suggestions, pastColumns, ({ container, resource }) => `${container}.${resource}`),
  ];
}
