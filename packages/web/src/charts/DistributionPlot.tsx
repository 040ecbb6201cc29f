import { placeRows } from './label-rows.ts';
import { useWidth } from './use-width.ts';
import { valueTicks } from './value-ticks.ts';

/** A marked value with its label. */
type DistributionMark = {
  readonly value: number;
  readonly label: string;
  readonly tone: 'current' | 'suggested' | 'usage' | 'limit';
};

export type DistributionPlotProps = {
  /** The bins begin at `lowest` and are `step` wide. */
  lowest: number;
  step: number;
  counts: readonly number[];
  marks: readonly DistributionMark[];
  format: (value: number) => string;
  label: string;
};

const plotHeight = 120;
const axisHeight = 20;
const rowHeight = 15;
const side = 14;
/** The approximate width of a character of a label, which is 11 pixels high. */
const characterWidth = 6.2;
/** A mark that is farther away than this would leave too little room for the bars; it is drawn at the edge. */
const farthest = 2.5;

const strokes: Record<DistributionMark['tone'], string> = {
  current: 'stroke-waste-fill',
  suggested: 'stroke-accent',
  usage: 'stroke-ink-3',
  limit: 'stroke-danger',
};
/** Lines differ not only in color. */
const dashes: Record<DistributionMark['tone'], string | undefined> = {
  current: '7 3',
  suggested: undefined,
  usage: '2 3',
  limit: '10 3 2 3',
};

/**
 * A plot of how often each value was seen, with marked values. The marks are also listed as text, so the plot is one
 * image for screen readers.
 */
export function DistributionPlot(props: DistributionPlotProps) {
  const { ref, width } = useWidth();
  return (
    <div ref={ref} className="overflow-hidden">
      {width > 2 * side + 40 ? <Plot {...props} width={width} /> : <div style={{ height: plotHeight }} />}
    </div>
  );
}

function Plot({ lowest, step, counts, marks, format, label, width }: DistributionPlotProps & { width: number }) {
  const used = lowest + step * counts.length;
  const near = marks.filter(({ value }) => value <= used * farthest);
  const ticks = valueTicks(Math.max(used, ...near.map(({ value }) => value)), width < 420 ? 4 : 6);
  const highest = ticks.at(-1) ?? 1;
  const x = (value: number) => side + (Math.min(value, highest) / highest) * (width - 2 * side);
  const placed = marks.map((mark) => {
    const isFar = mark.value > highest;
    const text = `${mark.label} ${format(mark.value)}${isFar ? ' →' : ''}`;
    return { ...mark, text, x: x(mark.value), width: text.length * characterWidth };
  });
  const rows = placeRows(placed, { left: 0, right: width });
  const top = rowHeight * (1 + Math.max(0, ...rows.map(({ row }) => row))) + 4;
  const bottom = top + plotHeight;
  const most = Math.max(1, ...counts);
  // A single bin has no width of its own.
  const barWidth = step > 0 ? Math.max(1, x(step) - x(0)) : 4;
  return (
    <svg
      {...{ role: 'img', 'aria-label': label }}
      width={width}
      height={bottom + axisHeight}
      className="block text-micro select-none"
    >
      {counts.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(2, (count / most) * (plotHeight - 4));
        const at = x(lowest + step * bin) - (step > 0 ? 0 : barWidth / 2);
        return (
          // Bins have no identity other than their index. biome-ignore lint/suspicious/noArrayIndexKey: the bins never
          // change their order
          <rect key={bin} x={at} y={bottom - height} width={barWidth} height={height} className="fill-actual/60" />
        );
      })}
      <line x1={side} x2={width - side} y1={bottom} y2={bottom} className="stroke-line-strong" />
      {ticks.map((tick) => (
        <text key={tick} x={x(tick)} y={bottom + 15} textAnchor="middle" className="fill-ink-3">
          {format(tick)}
        </text>
      ))}
      {placed.map((mark, index) => {
        const place = rows[index] ?? { left: mark.x, row: 0 };
        const y = rowHeight * (place.row + 1) - 3;
        return (
          <g key={mark.label}>
            <line
              x1={mark.x}
              x2={mark.x}
              y1={y + 3}
              y2={bottom}
              className={strokes[mark.tone]}
              strokeWidth={mark.tone === 'usage' ? 1.5 : 2}
              strokeDasharray={dashes[mark.tone]}
            />
            <text
              x={place.left}
              y={y}
              strokeWidth={3}
              strokeLinejoin="round"
              className={`stroke-raised [paint-order:stroke] ${mark.tone === 'suggested' ? 'fill-accent font-semibold' : 'fill-ink'}`}
            >
              {mark.text}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
