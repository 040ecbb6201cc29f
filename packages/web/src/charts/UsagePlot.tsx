import { type KeyboardEvent, memo, type PointerEvent, useState } from 'react';
import { areaPathOf, groundPathOf, pathOf, stepPathOf } from './path-of.ts';
import { axis, axisTicks, CrosshairValue, plotRight, ReadingCard } from './plot-parts.tsx';
import { tickText } from './time-ticks.ts';
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
  peak: PlotPeak | null;
  label: string;
};
export type PlotPeak = { readonly at: number; readonly value: number };

export const plotTop = 24;
const axisHeight = 24;
/** The distance between the crosshair and its card of values. */
const cardGap = 12;

/**
 * Usage over time with the forecast and the request. It is drawn as plain SVG, because it is drawn again for every move of
 * the brush.
 */
export function UsagePlot(props: UsagePlotProps) {
  const { rows, span, width, height, left, format, label } = props;
  const [pointed, setPointed] = useState<{ index: number; y: number } | null>(null);
  const right = width - plotRight;
  const row = pointed === null ? undefined : rows[pointed.index];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    const at = span.from + ((x - left) / Math.max(1, right - left)) * (span.to - span.from);
    setPointed(
      x < left || x > right || rows.length === 0 ? null : { index: nearest(rows, at), y: event.clientY - box.top },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = pointed?.index ?? rows.length;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === 'Escape') setPointed(null);
    if (to === undefined || rows.length === 0) return;
    event.preventDefault();
    setPointed({ index: Math.max(0, Math.min(to, rows.length - 1)), y: height / 3 });
  };
  const x = row === undefined ? 0 : left + ((row.at - span.from) / (span.to - span.from)) * (right - left);
  return (
    <div className="relative" data-plot>
      {/* Arrow keys move the crosshair. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the role is interactive */}
      <svg
        role="application"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys need the focus
        tabIndex={0}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="block"
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        onBlur={() => setPointed(null)}
        onKeyDown={onKeyDown}
      >
        <Drawing {...props} />
        {row === undefined ? null : (
          <line x1={x} x2={x} y1={plotTop} y2={height - axisHeight} stroke="var(--color-line-strong)" />
        )}
      </svg>
      <div
        aria-live="polite"
        className="pointer-events-none absolute"
        style={{
          ...(x > (left + right) / 2 ? { right: width - x + cardGap } : { left: x + cardGap }),
          top: Math.max(plotTop, Math.min(pointed?.y ?? 0, height / 2)),
        }}
      >
        {row === undefined ? null : <RowCard row={row} format={format} />}
      </div>
    </div>
  );
}

/** The index of the row that is nearest to a time. */
function nearest(rows: readonly UsageRow[], at: number): number {
  let found = 0;
  for (const [index, row] of rows.entries())
    if (Math.abs(row.at - at) < Math.abs((rows[found]?.at ?? 0) - at)) found = index;
  return found;
}

/** The plot without the crosshair. Memoized so that a moved crosshair does not draw it again. */
const Drawing = memo(function Drawing({ rows, gaps, span, width, height, left, format, now, peak }: UsagePlotProps) {
  const [right, bottom] = [width - plotRight, height - axisHeight];
  const yTicks = valueTicks(Math.max(highestOf(rows), peak?.value ?? 0));
  const highest = yTicks.at(-1) ?? 1;
  const x = (at: number) => left + ((at - span.from) / (span.to - span.from)) * (right - left);
  const y = (value: number) => bottom - (value / highest) * (bottom - plotTop);
  return (
    <>
      {yTicks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--color-line)" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" {...axis}>
            {format(tick)}
          </text>
        </g>
      ))}
      {gaps.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={plotTop}
          width={Math.max(0, x(to) - x(from))}
          height={bottom - plotTop}
          fill="var(--color-sunken)"
          data-gap
        />
      ))}
      <Lines rows={rows} x={x} y={y} />
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--color-line-strong)" />
      <TimeTicks span={span} x={x} y={bottom + 16} width={width - left} />
      {now === null || now < span.from || now > span.to ? null : (
        <>
          <line x1={x(now)} x2={x(now)} y1={plotTop} y2={bottom} stroke="var(--color-line-strong)" />
          <text x={x(now) - 5} y={plotTop + 12} textAnchor="end" {...axis}>
            now
          </text>
        </>
      )}
      {peak === null || peak.at < span.from || peak.at > span.to ? null : (
        <>
          <circle cx={x(peak.at)} cy={y(peak.value)} r={4} fill="var(--color-predicted)" stroke="var(--color-canvas)" />
          <text x={x(peak.at)} y={y(peak.value) - 8} textAnchor="middle" {...axis}>
            peak {format(peak.value)}
          </text>
        </>
      )}
    </>
  );
});

type TimeTicksProps = { span: TimeSpan; x: (at: number) => number; y: number; width: number };

function TimeTicks({ span, x, y, width }: TimeTicksProps) {
  const { ticks, step } = axisTicks(span, width);
  return ticks.map((at) => (
    <text key={at} x={x(at)} y={y} textAnchor="middle" {...axis}>
      <TickLabel at={at} step={step} />
    </text>
  ));
}

/** Memoized, because formatting a date takes longer than moving its text. */
const TickLabel = memo(({ at, step }: { at: number; step: number }) => tickText(at, step));

type Scale = (value: number) => number;

function Lines({ rows, x: xAt, y }: { rows: readonly UsageRow[]; x: Scale; y: Scale }) {
  const x = (index: number) => xAt(rows[index]?.at ?? 0);
  const actual = rows.map((row) => row.actual);
  const predicted = rows.map((row) => row.predicted);
  const limits = rows.map(({ limit = null }) => limit);
  const requested = rows.map((row) => row.requested ?? null);
  return (
    <g fill="none">
      <path
        d={areaPathOf(
          rows.map(({ band }) => band),
          x,
          y,
        )}
        fill="var(--color-predicted)"
        fillOpacity={0.16}
      />
      <path d={groundPathOf(actual, x, y)} fill="var(--color-actual)" fillOpacity={0.08} />
      <path d={pathOf(actual, x, y)} stroke="var(--color-actual)" strokeWidth={1.75} />
      <Dots values={actual} x={x} y={y} fill="var(--color-actual)" />
      <path d={pathOf(predicted, x, y)} stroke="var(--color-predicted)" strokeWidth={1.5} strokeDasharray="5 3" />
      <Dots values={predicted} x={x} y={y} fill="var(--color-predicted)" />
      <path d={stepPathOf(requested, x, y)} stroke="var(--color-ink-3)" strokeWidth={1.25} strokeDasharray="2 3" />
      <path d={stepPathOf(limits, x, y)} stroke="var(--color-danger)" strokeWidth={1.25} strokeDasharray="8 4" />
    </g>
  );
}

type DotsProps = { values: readonly (number | null)[]; x: Scale; y: Scale; fill: string };

/** A single value between two missing ones has no line, so it is drawn as a dot. */
function Dots({ values, x, y, fill }: DotsProps) {
  return values.flatMap((value, index) =>
    value === null || (values[index - 1] ?? values[index + 1] ?? null) !== null ? (
      []
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a dot has no identity but its place
      <circle key={index} cx={x(index)} cy={y(value)} r={2} fill={fill} data-dot />
    ),
  );
}

/** The values at the crosshair. */
function RowCard({ row, format }: { row: UsageRow; format: UsagePlotProps['format'] }) {
  return (
    <ReadingCard at={row.at}>
      <CrosshairValue term="Actual" color="bg-actual" text={format(row.actual)} />
      <CrosshairValue term="Predicted" color="bg-predicted" text={format(row.predicted)} />
      {row.band === null ? null : (
        <CrosshairValue
          term="Expected range"
          color="bg-predicted/30"
          text={`${format(row.band[0])} – ${format(row.band[1])}`}
        />
      )}
      {row.requested == null ? null : <CrosshairValue term="Request" color="bg-ink-3" text={format(row.requested)} />}
      {row.limit == null ? null : <CrosshairValue term="Limit" color="bg-danger" text={format(row.limit)} />}
    </ReadingCard>
  );
}
