import {
  formatMinutesPerDay,
  formatMoneyCompact,
  formatWholePercent,
  markedPoints,
  type RequestTradeOff,
  resourceLabels,
  type TradeOff,
  type TradeOffPoint,
} from '@trimtab/core';
import { useId } from 'react';
import { type TradeOffMark, TradeOffPlot } from '../../../charts/TradeOffPlot.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { MarkedRequests } from './MarkedRequests.tsx';
import { pointText } from './trade-off-text.ts';

export type TradeOffViewProps = {
  request: RequestTradeOff;
  modelMode: TradeOff['modelMode'];
  /** The chosen request. Null selects the suggested one, or the current one if none is suggested. */
  wanted: number | null;
  onChoose: (request: number) => void;
  /** Opens a patch with the chosen request; null if there is no workload to patch. */
  onExport: ((request: number) => void) | null;
};

/** The curve of one resource of one container, with a slider to choose a request. */
export function TradeOffView({ request, modelMode, wanted, onChoose, onExport }: TradeOffViewProps) {
  const { container, resource, points } = request;
  const id = useId();
  const marked = markedPoints(request);
  const current = marked.find(({ mark }) => mark === 'current');
  // New samples move the points. In that case, the nearest point counts as chosen.
  const chosen = nearest(points, wanted);
  const point = points[chosen];
  if (point === undefined) return null;
  const isPriced = points.every(({ dollarsUnusedPerYear }) => dollarsUnusedPerYear !== null);
  const onPlot = (one: TradeOffPoint) => ({
    minutes: one.minutesAbovePerDay,
    price: isPriced ? (one.dollarsUnusedPerYear ?? 0) : one.slack,
  });
  const text = pointText(request, point);
  const chooseAt = (index: number) => {
    const at = points[index];
    if (at !== undefined) onChoose(at.request);
  };
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-3 @2xl:grid-cols-2">
      <div>
        <p className="text-small text-ink-3">Unused {isPriced ? 'in dollars a year' : 'share of the request'}</p>
        <TradeOffPlot
          points={points.map(onPlot)}
          marks={plotMarks(marked, modelMode).map(({ at, ...mark }) => ({ ...mark, ...onPlot(at) }))}
          chosen={chosen}
          onChoose={chooseAt}
          formatPrice={isPriced ? formatMoneyCompact : formatWholePercent}
          formatMinutes={formatMinutesPerDay}
          label={`Unused part of the ${resourceLabels[resource]} request of ${container} against minutes a day above it. The table below has the marked values.`}
        />
        {/* The highest request has the lowest value, so that the point moves in the direction of the slider. */}
        <input
          type="range"
          aria-label={`${resourceLabels[resource]} request of ${container}`}
          aria-valuetext={text}
          min={0}
          max={points.length - 1}
          value={points.length - 1 - chosen}
          onChange={(event) => chooseAt(points.length - 1 - event.target.valueAsNumber)}
          className="h-6 w-full cursor-pointer rounded-sm accent-accent"
        />
        <p aria-hidden="true" className="flex justify-between text-small text-ink-3">
          <span>More reliable</span>
          <span>Less unused</span>
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <MarkedRequests request={request} modelMode={modelMode} onChoose={onChoose} />
        <div className="flex flex-col gap-1">
          <p id={id} className="font-medium">
            Request {text}.
          </p>
          <p className="text-ink-2">
            {current === undefined
              ? 'No request is set.'
              : current.request === point.request
                ? 'This is the current request.'
                : `Today ${pointText(request, current)}.`}
          </p>
        </div>
        {onExport === null ? null : (
          <Button className="self-start" aria-describedby={id} onClick={() => onExport(point.request)}>
            <Icon name="download" size={14} />
            Export with this request
          </Button>
        )}
      </div>
    </div>
  );
}

function nearest(points: readonly TradeOffPoint[], request: number | null): number {
  if (request === null) return Math.floor(points.length / 2);
  const distances = points.map((point) => Math.abs(point.request - request));
  return distances.indexOf(Math.min(...distances));
}

const shortLabels = {
  current: 'Today',
  cost_savings: 'Savings',
  balanced: 'Balanced',
  max_assurance: 'Assurance',
} as const satisfies Record<RequestTradeOff['marks'][number]['mark'], string>;

type Marked = ReturnType<typeof markedPoints>[number];
type PointMark = Pick<TradeOffMark, 'label' | 'tone'> & { readonly at: Marked };

/** Marks at the same point share a label. */
function plotMarks(marked: readonly Marked[], modelMode: TradeOff['modelMode']): PointMark[] {
  const requests = [...new Set(marked.map(({ request }) => request))];
  return requests.flatMap((request) => {
    const here = marked.filter((one) => one.request === request);
    const [at] = here;
    if (at === undefined) return [];
    const modes = here.filter(({ mark }) => mark !== 'current');
    const names = modes.length === 3 ? ['All modes'] : modes.map(({ mark }) => shortLabels[mark]);
    const isCurrent = modes.length < here.length;
    const tone = modes.some(({ mark }) => mark === modelMode) ? 'inForce' : isCurrent ? 'current' : 'mode';
    return [{ at, label: [...(isCurrent ? [shortLabels.current] : []), ...names].join(', '), tone }];
  });
}
