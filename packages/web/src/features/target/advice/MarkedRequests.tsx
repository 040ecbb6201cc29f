import {
  formatMinutesPerDay,
  formatMoney,
  formatResource,
  formatWholePercent,
  markedPoints,
  type RequestTradeOff,
  type TradeOff,
  tradeOffLabels,
} from '@trimtab/core';
import { FigureHead } from '../FigureHead.tsx';
import { reasonText } from './request-text.ts';

export type MarkedRequestsProps = {
  request: RequestTradeOff;
  modelMode: TradeOff['modelMode'];
  /** Makes the requests buttons that choose a point. */
  onChoose?: (request: number) => void;
};

/** The requests of the three modes and the current one, with what they cost and how often they are exceeded. */
export function MarkedRequests({ request, modelMode, onChoose }: MarkedRequestsProps) {
  const { resource } = request;
  const marked = markedPoints(request);
  const isPriced = marked.some(({ dollarsUnusedPerYear }) => dollarsUnusedPerYear !== null);
  return (
    <table className="w-full text-small">
      <FigureHead columns={['Mode', 'Request', 'Min a day above', isPriced ? 'Unused a year' : 'Unused']} />
      <tbody>
        {marked.map(({ mark, reason, ...point }) => (
          <tr key={mark} className="border-t align-top">
            <th scope="row" className="py-1 pr-2 text-left font-normal">
              <span className={mark === modelMode ? 'font-medium' : undefined}>{tradeOffLabels[mark]}</span>
              {mark === modelMode ? <span className="text-ink-3">, in force</span> : null}
              {reason === null ? null : <span className="block text-ink-3">{reasonText(reason)}</span>}
            </th>
            <td className="py-1 text-right font-medium">
              {onChoose === undefined ? (
                formatResource(resource, point.request)
              ) : (
                <button
                  type="button"
                  className="rounded-sm font-medium text-accent underline"
                  aria-label={`Choose ${formatResource(resource, point.request)}: ${tradeOffLabels[mark]}`}
                  onClick={() => onChoose(point.request)}
                >
                  {formatResource(resource, point.request)}
                </button>
              )}
            </td>
            <td className="py-1 text-right">{formatMinutesPerDay(point.minutesAbovePerDay)}</td>
            <td className="py-1 text-right">
              {isPriced ? formatMoney(point.dollarsUnusedPerYear) : formatWholePercent(point.slack)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
