import { formatDate } from '@trimtab/core';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { brushClickMs, clampSpan, moveSpan } from './brush-span.ts';
import { pathOf } from './path-of.ts';
import { thin } from './thin.ts';
import { highestOf, type TimeSpan, type UsageRow, usageFigures } from './usage-row.ts';

/** A small version of the whole chart. Two handles select the part that the large chart shows. */
export type BrushProps = {
  rows: readonly UsageRow[];
  whole: TimeSpan;
  span: TimeSpan;
  /** The left edge of the plot in the chart above, so that both are aligned. */
  left: number;
  width: number;
  height: number;
  /** Called while a handle is dragged. */
  onMove: (span: TimeSpan) => void;
  /** Called when the handle is released. */
  onChoose: (span: TimeSpan) => void;
  /** Called if the browser ends the drag, for example to scroll the page. */
  onCancel: () => void;
};

type Grip = 'from' | 'to' | 'middle' | 'new';
type Drag = { grip: Grip; at: number; pressedAt: number; span: TimeSpan; last: TimeSpan };

const handleWidth = 10;
/** The shortest span as a share of the whole. A shorter one could not be grabbed again. */
const leastShare = 0.01;

export function Brush({ rows, whole, span, left, width, height, onMove, onChoose, onCancel }: BrushProps) {
  const drag = useRef<Drag | null>(null);
  const area = useRef<SVGSVGElement>(null);
  const length = whole.to - whole.from;
  const least = length * leastShare;
  const isWhole = span.from <= whole.from && span.to >= whole.to;
  const x = (at: number) => ((at - whole.from) / length) * width;
  const overview = useMemo(() => overviewPath(rows, whole, width, height), [rows, whole, width, height]);

  const momentOf = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    return box === undefined ? whole.from : whole.from + ((event.clientX - box.left) / Math.max(1, box.width)) * length;
  };
  const press = (grip: Grip) => (event: PointerEvent<SVGElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    area.current?.setPointerCapture(event.pointerId);
    // Everything is selected, so there is nothing to move: begin a new range.
    drag.current = {
      grip: grip === 'middle' && isWhole ? 'new' : grip,
      at: momentOf(event),
      pressedAt: event.timeStamp,
      span,
      last: span,
    };
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    if (now === null) return;
    const next = dragged(now, momentOf(event), whole, least);
    if (next === null) return;
    now.last = next;
    onMove(next);
  };
  const release = (event: PointerEvent) => {
    const now = drag.current;
    drag.current = null;
    if (now === null) return;
    onChoose(event.timeStamp - now.pressedAt < brushClickMs ? whole : now.last);
  };
  const onKeyDown = (grip: 'from' | 'to') => (event: KeyboardEvent) => {
    const step = { ArrowLeft: -0.01, ArrowRight: 0.01, PageDown: -0.1, PageUp: 0.1, Home: -1, End: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const moved = span[grip] + step * length;
    const limited = grip === 'from' ? Math.min(moved, span.to - least) : Math.max(moved, span.from + least);
    const next = clampSpan({ ...span, [grip]: limited }, whole, least);
    if (next !== null) onChoose(next);
  };

  return (
    <svg
      ref={area}
      width={width}
      height={height}
      style={{ marginLeft: left }}
      className="block touch-none overflow-visible rounded-sm bg-sunken select-none"
      onPointerDown={press('new')}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => {
        drag.current = null;
        onCancel();
      }}
      data-brush
    >
      <path d={overview} fill="none" className="stroke-ink-3" strokeWidth={1} />
      <rect
        x={x(span.from)}
        width={Math.max(1, x(span.to) - x(span.from))}
        height={height}
        className={`${isWhole ? 'cursor-crosshair' : 'cursor-grab'} fill-accent/15 stroke-accent/50`}
        onPointerDown={press('middle')}
      />
      {(['from', 'to'] as const).map((grip) => (
        <g
          key={grip}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG cannot contain an input.
          role="slider"
          tabIndex={0}
          aria-label={grip === 'from' ? 'Start of the time shown' : 'End of the time shown'}
          aria-valuemin={whole.from}
          aria-valuemax={whole.to}
          aria-valuenow={span[grip]}
          aria-valuetext={formatDate(span[grip], 'MMM d, HH:mm')}
          className="cursor-ew-resize"
          onPointerDown={press(grip)}
          onKeyDown={onKeyDown(grip)}
        >
          <rect x={x(span[grip]) - handleWidth} width={handleWidth * 2} height={height} className="fill-transparent" />
          <rect x={x(span[grip]) - 3} y={height / 4} width={6} height={height / 2} rx={3} className="fill-accent" />
        </g>
      ))}
    </svg>
  );
}

function dragged({ grip, at, span }: Drag, to: number, whole: TimeSpan, least: number): TimeSpan | null {
  if (grip === 'middle') return moveSpan(span, to - at, whole);
  if (grip === 'new') return clampSpan({ from: at, to }, whole, least);
  const fixed = grip === 'from' ? span.to : span.from;
  return clampSpan({ from: fixed, to }, whole, least);
}

function overviewPath(rows: readonly UsageRow[], whole: TimeSpan, width: number, height: number): string {
  const thinned = thin(rows, usageFigures, Math.max(50, width));
  const highest = highestOf(thinned) || 1;
  const at = (index: number) => (((thinned[index]?.at ?? whole.from) - whole.from) / (whole.to - whole.from)) * width;
  const y = (value: number) => height - 3 - (value / highest) * (height - 6);
  return pathOf(
    thinned.map(({ actual, predicted }) => actual ?? predicted),
    at,
    y,
  );
}
