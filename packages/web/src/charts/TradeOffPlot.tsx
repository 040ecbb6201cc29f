import type { PointerEvent } from 'react';
import { placeLabels } from './label-places.ts';
import { minutesAxis } from './minutes-axis.ts';
import { useWidth } from './use-width.ts';
import { valueTicks } from './value-ticks.ts';

/** A point of the curve: minutes a day above a request, and the price of its unused part. */
type PlotPoint = { readonly minutes: number; readonly price: number };
export type TradeOffMark = PlotPoint & { readonly label: string; readonly tone: 'current' | 'mode' | 'inForce' };

export type TradeOffPlotProps = {
  points: readonly PlotPoint[];
  marks: readonly TradeOffMark[];
  /** The index of the chosen point. */
  chosen: number;
  onChoose: (index: number) => void;
  formatPrice: (price: number) => string;
  formatMinutes: (minutes: number) => string;
  label: string;
};

const height = 232;
const top = 8;
const left = 44;
const right = 18;
const bottom = 36;
/** The approximate width of a character of a label, which is 11 pixels high. */
const characterWidth = 6.2;

const tones: Record<TradeOffMark['tone'], string> = {
  current: 'fill-waste-fill',
  mode: 'fill-actual',
  inForce: 'fill-accent',
};

/** The price of each request against the time above it. A press or a drag chooses the nearest point. */
export function TradeOffPlot(props: TradeOffPlotProps) {
  const { ref, width } = useWidth();
  return (
    <div ref={ref} style={{ height }} className="overflow-hidden">
      {width > left + right + 40 ? <Plot {...props} width={width} /> : null}
    </div>
  );
}

function Plot({
  points,
  marks,
  chosen,
  onChoose,
  formatPrice,
  formatMinutes,
  label,
  width,
}: TradeOffPlotProps & { width: number }) {
  const area = { left, right: width - right, top, bottom: height - bottom };
  const { x, ticks } = minutesAxis(Math.max(...points.map(({ minutes }) => minutes)), left, width - left - right);
  const prices = valueTicks(Math.max(...points.map(({ price }) => price)), 4);
  const highest = prices.at(-1) ?? 1;
  const y = (price: number) => area.bottom - (price / highest) * (area.bottom - top);
  const placed = marks.map((mark) => ({ ...mark, x: x(mark.minutes), y: y(mark.price) }));
  const places = placeLabels(
    placed.map((mark) => ({ ...mark, width: mark.label.length * characterWidth })),
    area,
  );
  const current = points[chosen];
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const distances = points.map(({ minutes, price }) => Math.hypot(x(minutes) - px, y(price) - py));
    onChoose(distances.indexOf(Math.min(...distances)));
  };
  return (
    <svg
      {...{ role: 'img', 'aria-label': label }}
      width={width}
      height={height}
      className="block cursor-pointer touch-pan-y text-micro select-none"
      onPointerDown={choose}
      onPointerMove={choose}
    >
      {prices.map((price) => (
        <g key={price}>
          <line x1={left} x2={area.right} y1={y(price)} y2={y(price)} className="stroke-line" />
          <text x={left - 6} y={y(price) + 4} textAnchor="end" className="fill-ink-3">
            {formatPrice(price)}
          </text>
        </g>
      ))}
      {ticks.map((minutes) => (
        <text key={minutes} x={x(minutes)} y={area.bottom + 15} textAnchor="middle" className="fill-ink-3">
          {formatMinutes(minutes)}
        </text>
      ))}
      <text x={(left + area.right) / 2} y={height - 5} textAnchor="middle" className="fill-ink-3">
        minutes a day above the request
      </text>
      <polyline
        points={points.map(({ minutes, price }) => `${round(x(minutes))},${round(y(price))}`).join(' ')}
        fill="none"
        className="stroke-actual"
        strokeWidth={1.75}
        strokeLinejoin="round"
      />
      {placed.map((mark, index) => (
        <Mark key={mark.label} mark={mark} place={places[index] ?? mark} />
      ))}
      {current === undefined ? null : (
        <circle
          cx={x(current.minutes)}
          cy={y(current.price)}
          r={8}
          fill="none"
          className="stroke-ink"
          strokeWidth={1.75}
          data-chosen
        />
      )}
    </svg>
  );
}

/** If a label had to be moved away from its point, a line joins the two. */
function Mark({ mark, place }: { mark: TradeOffMark & { x: number; y: number }; place: { x: number; y: number } }) {
  return (
    <>
      {mark.y - place.y > 12 ? (
        <line x1={mark.x} y1={mark.y} x2={place.x} y2={place.y - 3} className="stroke-line-strong" />
      ) : null}
      <circle cx={mark.x} cy={mark.y} r={4.5} className={`stroke-surface ${tones[mark.tone]}`} strokeWidth={1.5} />
      <text
        x={place.x}
        y={place.y}
        strokeWidth={3}
        strokeLinejoin="round"
        className="fill-ink stroke-surface font-medium [paint-order:stroke]"
      >
        {mark.label}
      </text>
    </>
  );
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;
