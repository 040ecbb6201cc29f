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
import { type Fact, fact } from '../../output/facts.ts';
import { column, type TextColumn } from '../../output/table.ts';
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

export const tradeOffColumns: readonly TextColumn<TradeOffRow>[] = [
  column('container', 'CONTAINER', (row) => row.container, { minimum: 12 }),
  column('resource', 'RESOURCE', (row) => resourceLabels[row.resource]),
  column('mode', 'MODE', ({ mark, isInForce }) => `${tradeOffLabels[mark]}${isInForce ? ', in force' : ''}`, {
    style: ({ isInForce }) => (isInForce ? 'accent' : 'plain'),
  }),
  column('request', 'REQUEST', (row) => formatResource(row.resource, row.request), { align: 'right' }),
  column('minutes_above', 'MIN ABOVE/DAY', (row) => formatMinutesPerDay(row.minutesAbovePerDay), { align: 'right' }),
  column('unused', 'UNUSED/YEAR', (row) => formatMoneyShort(row.dollarsUnusedPerYear), { align: 'right' }),
];

/** The explanations of marked requests. */
export const tradeOffNotes = ({ tradeOff }: TargetDetail): Fact[] =>
  (tradeOff?.requests ?? []).flatMap(({ container, resource, notes = [] }) =>
    notes.map((note) => fact(`${container}.${resource}.note`, `${container} ${resourceLabels[resource]}`, note)),
  );

/** The same for a pipe, one figure per line. */
export const tradeOffFacts = (rows: readonly TradeOffRow[]): Fact[] =>
  rows.flatMap((row) => {
    const { container, resource, mark, request, minutesAbovePerDay, dollarsUnusedPerYear } = row;
    const figure = (name: string, text: string, value: number | null): Fact => {
      const id = `${container}.${resource}.${mark}.${name}`;
      return fact(id, id, text, { value });
    };
    return [
      figure('request', formatResource(resource, request), request),
      figure('minutes_above_per_day', formatMinutesPerDay(minutesAbovePerDay), minutesAbovePerDay),
      figure('dollars_unused_per_year', formatMoneyShort(dollarsUnusedPerYear), dollarsUnusedPerYear),
    ];
  });
