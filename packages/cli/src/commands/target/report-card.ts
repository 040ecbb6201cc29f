import {
  formatCount,
  formatPercent,
  formatResource,
  missingMark,
  type ReportCard,
  resourceLabels,
} from '@trimtab/core';
import { type Fact, fact } from '../../output/facts.ts';
import { type Block, column, type TextColumn, table } from '../../output/table.ts';
import type { TargetDetail } from '../../services/target-get.ts';

type Forecast = ReportCard['forecasts'][number];
type Suggested = ReportCard['suggestions'][number];

const forecastColumns: readonly TextColumn<Forecast>[] = [
  column('resource', 'RESOURCE', ({ metric }) => resourceLabels[metric]),
  column('ahead', 'AHEAD', ({ horizonMinutes }) => `${formatCount(horizonMinutes)} min`, { align: 'right' }),
  column('error', 'ERROR', ({ wape }) => formatPercent(wape), { align: 'right' }),
  column('repeating', 'REPEATING A DAY', ({ seasonalNaiveWape }) => formatPercent(seasonalNaiveWape), {
    align: 'right',
  }),
  column('coverage', 'IN 80% BAND', ({ coverage }) => formatPercent(coverage ?? null), { align: 'right' }),
];

const farthestOver = ({ resource, worstShortfall: worst }: Suggested): string =>
  worst === null
    ? missingMark
    : `${formatResource(resource, worst.used)} of ${formatResource(resource, worst.request)}`;

const suggestedColumns: readonly TextColumn<Suggested>[] = [
  column('container', 'CONTAINER', ({ container }) => container, { minimum: 12 }),
  column('resource', 'RESOURCE', ({ resource }) => resourceLabels[resource]),
  column('unused', 'UNUSED', ({ slack }) => formatPercent(slack), { align: 'right' }),
  column('time_over', 'TIME OVER', ({ timeOver }) => formatPercent(timeOver), { align: 'right' }),
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

const figure = (id: string, share: number | null): Fact => fact(id, id, formatPercent(share), { value: share });

/** The same for a pipe, one figure per line. */
export function reportCardFacts({ reportCard }: TargetDetail): Fact[] {
  const { forecasts = [], suggestions = [] } = reportCard ?? {};
  return [
    ...forecasts.flatMap(({ metric, horizonMinutes, wape, seasonalNaiveWape, coverage = null }) => {
      const of = `forecast.${metric}.${horizonMinutes}_min`;
      return [
        figure(`${of}.error`, wape),
        figure(`${of}.repeating`, seasonalNaiveWape),
        figure(`${of}.in_band`, coverage),
      ];
    }),
    ...suggestions.flatMap(({ container, resource, slack, timeOver }) => [
      figure(`${container}.${resource}.past_unused`, slack),
      figure(`${container}.${resource}.past_time_over`, timeOver),
    ]),
  ];
}
