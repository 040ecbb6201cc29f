import {
  formatCount,
  formatMinutesPerDay,
  formatMoneyShort,
  formatResource,
  formatWholePercent,
  type RequestTradeOff,
  type TradeOffPoint,
} from '@trimtab/core';

/** The time above a request: `4 minutes a day`; for memory with the days on which a pod would have been killed. */
function timeAboveText({ resource, days }: Pick<RequestTradeOff, 'resource' | 'days'>, point: TradeOffPoint): string {
  const minutes = formatMinutesPerDay(point.minutesAbovePerDay);
  const time = `${minutes} ${minutes === '1' ? 'minute' : 'minutes'} a day`;
  return resource === 'memory' ? `${time}, on ${formatCount(point.daysAbove)} of ${formatCount(days)} days` : time;
}

/** The unused part of a request: dollars a year, or the share if the price is unknown. */
const unusedText = ({ dollarsUnusedPerYear, slack }: TradeOffPoint): string =>
  dollarsUnusedPerYear === null
    ? `${formatWholePercent(slack)} unused`
    : `${formatMoneyShort(dollarsUnusedPerYear)} a year unused`;

/** `820m: usage above it 4 minutes a day, $212.00 a year unused`. */
export const pointText = (request: Pick<RequestTradeOff, 'resource' | 'days'>, point: TradeOffPoint): string =>
  `${formatResource(request.resource, point.request)}: usage above it ${timeAboveText(request, point)}, ${unusedText(point)}`;
