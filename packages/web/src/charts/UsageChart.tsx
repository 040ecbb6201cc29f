import { useMemo, useState } from 'react';
import { Brush } from './Brush.tsx';
import { markGaps } from './gaps.ts';
import { thin } from './thin.ts';
import { plotRight, ringInside, UsagePlot } from './UsagePlot.tsx';
import { rowsIn, type Span, type UsageRow, usageFigures } from './usage-row.ts';
import { useWidth } from './use-width.ts';

/** console.md, section 9. */
export const usageChartHeight = 540;
const brushHeight = 40;
const brushGap = 16;
/** Below the brush, for the ring around a handle that has the focus. */
const focusRoom = 4;
const axisWidth = 56;
/** Under a moving finger the shape is enough; the rest comes back when it is lifted. */
const rowsWhileDragged = 250;
const mostGaps = 40;

export type UsageChartProps = {
  rows: readonly UsageRow[];
  whole: Span;
  span: Span;
  onChoose: (span: Span) => void;
  format: (value: number | null) => string;
  request: number | null;
  now: number | null;
  /** What the figures of the axis count, where they do not say so themselves. */
  unit: string | null;
  label: string;
};

/** The gaps of a span, the widest of them: more than so many cannot be told apart. */
function gapsIn(gaps: readonly Span[], { from, to }: Span): readonly Span[] {
  return gaps
    .filter((gap) => gap.to > from && gap.from < to)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, mostGaps)
    .map((gap) => ({ from: Math.max(gap.from, from), to: Math.min(gap.to, to) }));
}

/** The usage chart with its brush. As many rows are drawn as the width has pixels; a closer look brings back the rest. */
export function UsageChart({ rows, whole, span, onChoose, unit, ...plot }: UsageChartProps) {
  const { ref, width } = useWidth();
  const [dragged, setDragged] = useState<Span | null>(null);
  const shown = dragged ?? span;
  const marked = useMemo(() => markGaps(rows), [rows]);
  const inSight = useMemo(
    () =>
      thin(
        rowsIn(marked.rows, shown),
        usageFigures,
        dragged === null ? Math.max(100, width - axisWidth) : rowsWhileDragged,
      ),
    [marked, shown, width, dragged],
  );
  const gaps = useMemo(() => gapsIn(marked.gaps, shown), [marked, shown]);
  return (
    <div ref={ref} className={`relative overflow-hidden ${ringInside}`} style={{ height: usageChartHeight }}>
      {width <= axisWidth + plotRight ? null : (
        <>
          {unit === null ? null : <p className="absolute top-0 left-0 text-micro text-ink-3">{unit}</p>}
          <UsagePlot
            {...plot}
            rows={inSight}
            gaps={gaps}
            span={shown}
            width={width}
            height={usageChartHeight - brushHeight - brushGap - focusRoom}
            left={axisWidth}
          />
          <div style={{ height: brushGap }} />
          <Brush
            rows={rows}
            whole={whole}
            span={shown}
            left={axisWidth}
            width={width - axisWidth - plotRight}
            height={brushHeight}
            onMove={setDragged}
            onChoose={(next) => {
              setDragged(null);
              onChoose(next);
            }}
          />
        </>
      )}
    </div>
  );
}
