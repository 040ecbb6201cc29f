import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Brush } from './Brush.tsx';
import { markGaps } from './gaps.ts';
import type { TimeMark } from './mark-groups.ts';
import { plotRight, ringInside } from './plot-parts.tsx';
import { TimeMarks } from './TimeMarks.tsx';
import { thin } from './thin.ts';
import { type PlotPeak, plotTop, UsagePlot } from './UsagePlot.tsx';
import { rowsIn, type TimeSpan, type UsageRow, usageFigures } from './usage-row.ts';
import { useWidth } from './use-width.ts';

const usageChartHeight = 540;
const brushHeight = 40;
const brushGap = 16;
/** Space below the brush for the focus ring of its handles. */
const focusRoom = 4;
const axisWidth = 56;
const plotHeight = usageChartHeight - brushHeight - brushGap - focusRoom;
const maxGaps = 40;

export type UsageChartProps = {
  rows: readonly UsageRow[];
  whole: TimeSpan;
  span: TimeSpan;
  onChoose: (span: TimeSpan) => void;
  format: (value: number | null) => string;
  now: number | null;
  peak: PlotPeak | null;
  /** What happened, in order of time. */
  marks: readonly TimeMark[];
  /** The label of the value axis, if the tick labels have no unit. */
  unit: string | null;
  label: string;
};

/** The widest gaps of a span. A chart could not distinguish more of them. */
function gapsIn(gaps: readonly TimeSpan[], { from, to }: TimeSpan): readonly TimeSpan[] {
  return gaps
    .filter((gap) => gap.to > from && gap.from < to)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, maxGaps)
    .map((gap) => ({ from: Math.max(gap.from, from), to: Math.min(gap.to, to) }));
}

/** The usage chart with its brush. It draws about one row for each pixel; zooming in shows the others. */
export function UsageChart({ rows, whole, span, onChoose, unit, marks, ...plot }: UsageChartProps) {
  const { ref, width } = useWidth();
  const [dragged, setDragged] = useState<TimeSpan | null>(null);
  const shown = dragged ?? span;
  const marked = useMemo(() => markGaps(rows), [rows]);
  // The finest detail is not visible while the line moves, and the line is drawn again for each frame.
  const pixelsPerRow = dragged === null ? 1 : 2;
  const visibleRows = useMemo(
    () => thin(rowsIn(marked.rows, shown), usageFigures, Math.max(100, (width - axisWidth) / pixelsPerRow)),
    [marked, shown, width, pixelsPerRow],
  );
  const gaps = useMemo(() => gapsIn(marked.gaps, shown), [marked, shown]);
  return (
    <div ref={ref} className={`relative contain-strict ${ringInside}`} style={{ height: usageChartHeight }} data-chart>
      {width <= axisWidth + plotRight ? null : (
        <>
          {unit === null ? null : <p className="absolute top-0 left-0 text-micro text-ink-3">{unit}</p>}
          <UsagePlot
            {...plot}
            rows={visibleRows}
            gaps={gaps}
            span={shown}
            width={width}
            height={plotHeight}
            left={axisWidth}
          />
          <div style={{ height: brushGap }}>
            <TimeMarks
              marks={marks}
              span={shown}
              hintSpan={span}
              left={axisWidth}
              width={width - axisWidth - plotRight}
              height={plotHeight - plotTop}
            />
          </div>
          <Brush
            rows={rows}
            whole={whole}
            span={shown}
            left={axisWidth}
            width={width - axisWidth - plotRight}
            height={brushHeight}
            // The pointer moves at most once per frame, so the result can be shown in the same frame.
            onMove={(next) => flushSync(() => setDragged(next))}
            onChoose={(next) => {
              setDragged(null);
              onChoose(next);
            }}
            onCancel={() => setDragged(null)}
          />
        </>
      )}
    </div>
  );
}
