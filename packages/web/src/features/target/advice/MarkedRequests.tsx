import {
  formatMinutesPerDay,
  formatMoneyShort,
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

/** The requests of the three modes and the current one, with their cost and how often they are exceeded. */
export function MarkedRequests({ request, modelMode, onChoose }: MarkedRequestsProps) {
  const { resource, notes = [] } = request;
  const marked = markedPoints(request);
  // A reason that all modes share is shown once, instead of in each row.
  const ofModes = request.marks.filter(({ mark }) => mark !== 'current').map(({ reason }) => reason);
  const isShared = notes.length > 0 && ofModes.length > 1 && new Set(ofModes).size === 1;
  const isPriced = marked.some(({ dollarsUnusedPerYear }) => dollarsUnusedPerYear !== null);
  return (
    <div>
      <table className="w-full text-small">
        <FigureHead columns={['Mode', 'Request', 'Min a day above', isPriced ? 'Unused a year' : 'Unused']} />
        <tbody>
          {marked.map(({ mark, reason, ...point }) => (
            <tr key={mark} className="border-t align-top">
              <th scope="row" className="py-1 pr-2 text-left font-normal">
                <span className={mark === modelMode ? 'font-medium' : undefined}>{tradeOffLabels[mark]}</span>
                {mark === modelMode ? <span className="text-ink-3">, in force</span> : null}
                {reason === null || isShared ? null : <span className="block text-ink-3">{reasonText(reason)}</span>}
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
                {isPriced ? formatMoneyShort(point.dollarsUnusedPerYear) : formatWholePercent(point.slack)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note} className="border-t pt-1.5 text-small text-ink-2">
          {note}
        </p>
      ))}
    </div>
  );
}
