import type { TradeOff } from '../api/schemas/explanations.ts';

/** The trade-off of one resource of one container. */
export type RequestTradeOff = TradeOff['requests'][number];
export type TradeOffPoint = RequestTradeOff['points'][number];
type Mark = RequestTradeOff['marks'][number];

export type MarkedPoint = TradeOffPoint & Pick<Mark, 'mark' | 'reason'>;

export const tradeOffLabels: Readonly<Record<Mark['mark'], string>> = {
  current: 'Current request',
  cost_savings: 'Cost savings',
  balanced: 'Balanced',
  max_assurance: 'Max assurance',
};

/** The marked points, lowest request first. A mark that is not on the curve is left out. */
export function markedPoints({ points, marks }: Pick<RequestTradeOff, 'points' | 'marks'>): readonly MarkedPoint[] {
  return marks
    .flatMap(({ mark, request, reason }) => {
      const point = points.find((one) => one.request === request);
      return point === undefined ? [] : [{ ...point, mark, reason }];
    })
    .toSorted((a, b) => a.request - b.request);
}
