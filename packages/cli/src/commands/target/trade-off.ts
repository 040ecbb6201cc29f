import {
  formatMinutesPerDay,
  formatMoneyShort,
  formatResource,
  type MarkedPoint,
  markedPoints,
  type RequestTradeOff,
  resourceLabels,
  tradeOffLabels,
} from '@trimtab/core';
import { cellFacts, type Fact, fact } from '../../output/facts.ts';
import { column, numberColumn, type TextColumn } from '../../output/table.ts';
import type { TargetDetail } from '../../services/target-get.ts';

/** A marked request of a container with its price. */
type TradeOffRow = MarkedPoint & Pick<RequestTradeOff, 'container' | 'resource'> & { readonly isInForce: boolean };

/** The requests of the modes and the current one, lowest first for each resource. Empty without prices. */
export function tradeOffRows({ tradeOff }: TargetDetail): TradeOffRow[] {
  if (tradeOff === null) return [];
  return tradeOff.requests.flatMap((request) => {
    const { container, resource } = request;
    return markedPoints(request).map((point) => ({
      ...point,
      container,
      resource,
      isInForce: point.mark === tradeOff.modelMode,
    }));
  });
}

const figureColumns: readonly TextColumn<TradeOffRow>[] = [
  numberColumn(
    'request',
    'REQUEST',
    ({ request }) => request,
    (value, { resource }) => formatResource(resource, value),
  ),
  numberColumn('minutes_above_per_day', 'MIN ABOVE/DAY', (row) => row.minutesAbovePerDay, formatMinutesPerDay),
  numberColumn('dollars_unused_per_year', 'UNUSED/YEAR', (row) => row.dollarsUnusedPerYear, formatMoneyShort),
];

export const tradeOffColumns: readonly TextColumn<TradeOffRow>[] = [
  column('container', 'CONTAINER', (row) => row.container, { minimum: 12 }),
  column('resource', 'RESOURCE', (row) => resourceLabels[row.resource]),
  column('mode', 'MODE', ({ mark, isInForce }) => `${tradeOffLabels[mark]}${isInForce ? ', in force' : ''}`, {
    style: ({ isInForce }) => (isInForce ? 'accent' : 'plain'),
  }),
  ...figureColumns,
];

/** The explanations of marked requests. */
export const tradeOffNotes = ({ tradeOff }: TargetDetail): Fact[] =>
  (tradeOff?.requests ?? []).flatMap(({ container, resource, notes = [] }) =>
    notes.map((note) => fact(`${container}.${resource}.note`, `${container} ${resourceLabels[resource]}`, note)),
  );

/** The same for a pipe, one figure per line. */
export const tradeOffFacts = (rows: readonly TradeOffRow[]): Fact[] =>
  cellFacts(rows, figureColumns, ({ container, resource, mark }) => `${container}.${resource}.${mark}`);
