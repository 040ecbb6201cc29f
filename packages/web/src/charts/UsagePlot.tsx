import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { axis, plotRight, Reading, ReadingCard, timeAxis, valueAxis } from './plot-parts.tsx';
import { highestOf, type TimeSpan, type UsageRow } from './usage-row.ts';
import { valueTicks } from './value-ticks.ts';

export type UsagePlotProps = {
  /** Already thinned to the width. */
  rows: readonly UsageRow[];
  /** Spans without samples. */
  gaps: readonly TimeSpan[];
  span: TimeSpan;
  width: number;
  height: number;
  /** The width of the value axis. */
  left: number;
  format: (value: number | null) => string;
  /** The current time, if the forecast extends beyond it. */
  now: number | null;
  /** The expected peak, drawn as a dot; null without one. */
  peak: PlotMark | null;
  label: string;
};
export type PlotMark = { readonly at: number; readonly value: number };

export const plotTop = 24;

/** Usage over time with the forecast and the request. It has no animation. */
export function UsagePlot({ rows, gaps, span, width, height, left, format, now, peak, label }: UsagePlotProps) {
  const hasLimit = rows.some(({ limit }) => limit != null);
  const yTicks = valueTicks(Math.max(highestOf(rows), peak?.value ?? 0));
  // A single sample between two gaps would not be visible as a line, so it is drawn as a dot.
  const hasSinglePoint = (field: 'actual' | 'predicted') =>
    rows.some(
      (row, index) => row[field] !== null && (rows[index - 1]?.[field] ?? rows[index + 1]?.[field] ?? null) === null,
    );
  const dot = (field: 'actual' | 'predicted') =>
    hasSinglePoint(field) ? { r: 2, strokeWidth: 0, fill: `var(--color-${field})` } : false;
  return (
    <ComposedChart
      data={[...rows]}
      width={width}
      height={height}
      margin={{ top: plotTop, right: plotRight, bottom: 0, left: 0 }}
      title={label}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis {...timeAxis(span, width - left)} allowDataOverflow />
      <YAxis width={left} {...valueAxis(yTicks, format)} />
      <Tooltip
        content={<PointCard format={format} />}
        cursor={{ stroke: 'var(--color-line-strong)' }}
        isAnimationActive={false}
      />
      {gaps.map(({ from, to }) => (
        <ReferenceArea key={from} x1={from} x2={to} fill="var(--color-sunken)" fillOpacity={1} />
      ))}
      <Area
        dataKey="band"
        stroke="none"
        fill="var(--color-predicted)"
        fillOpacity={0.16}
        activeDot={false}
        isAnimationActive={false}
      />
      <Area
        dataKey="actual"
        stroke="var(--color-actual)"
        strokeWidth={1.75}
        fill="var(--color-actual)"
        fillOpacity={0.08}
        dot={dot('actual')}
        isAnimationActive={false}
      />
      <Line
        dataKey="predicted"
        stroke="var(--color-predicted)"
        strokeWidth={1.5}
        strokeDasharray="5 3"
        dot={dot('predicted')}
        isAnimationActive={false}
      />
      <Line
        dataKey="requested"
        type="stepAfter"
        stroke="var(--color-ink-3)"
        strokeWidth={1.25}
        strokeDasharray="2 3"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
      {hasLimit ? (
        <Line
          dataKey="limit"
          type="stepAfter"
          stroke="var(--color-danger)"
          strokeWidth={1.25}
          strokeDasharray="8 4"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ) : null}
      {now === null ? null : (
        <ReferenceLine
          x={now}
          stroke="var(--color-line-strong)"
          label={{ value: 'now', position: 'insideTopRight', ...axis }}
        />
      )}
      {peak === null ? null : (
        <ReferenceDot
          x={peak.at}
          y={peak.value}
          r={4}
          fill="var(--color-predicted)"
          stroke="var(--color-canvas)"
          label={{ value: `peak ${format(peak.value)}`, position: 'top', ...axis }}
        />
      )}
    </ComposedChart>
  );
}

type PointCardProps = {
  format: (value: number | null) => string;
  active?: boolean;
  payload?: readonly { payload?: UsageRow }[];
};

/** The values at the crosshair. */
function PointCard({ active = false, payload, format }: PointCardProps) {
  const row = payload?.[0]?.payload;
  if (!active || row === undefined) return null;
  return (
    <ReadingCard at={row.at}>
      <Reading term="Actual" color="bg-actual" text={format(row.actual)} />
      <Reading term="Predicted" color="bg-predicted" text={format(row.predicted)} />
      {row.band === null ? null : (
        <Reading
          term="Expected range"
          color="bg-predicted/30"
          text={`${format(row.band[0])} – ${format(row.band[1])}`}
        />
      )}
      {row.requested == null ? null : <Reading term="Request" color="bg-ink-3" text={format(row.requested)} />}
      {row.limit == null ? null : <Reading term="Limit" color="bg-danger" text={format(row.limit)} />}
    </ReadingCard>
  );
}
