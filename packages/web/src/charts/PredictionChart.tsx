import { wholeSpan } from './brush-span.ts';
import { ringInside } from './plot-parts.tsx';
import { UsagePlot } from './UsagePlot.tsx';
import type { UsageRow } from './usage-row.ts';
import { useWidth } from './use-width.ts';

export type PredictionChartProps = {
  rows: readonly UsageRow[];
  now: number;
  height: number;
  format: (value: number | null) => string;
  label: string;
};

/** A forecast with the usage before it, without a brush. */
export function PredictionChart({ rows, now, height, format, label }: PredictionChartProps) {
  const { ref, width } = useWidth();
  const span = wholeSpan(rows.map(({ at }) => at));
  const left = 48;
  return (
    <div ref={ref} className={`overflow-hidden ${ringInside}`} style={{ height }}>
      {span === null || width <= 2 * left ? null : (
        <UsagePlot
          rows={rows}
          gaps={[]}
          span={span}
          width={width}
          height={height}
          left={left}
          format={format}
          now={now}
          peak={null}
          label={label}
        />
      )}
    </div>
  );
}
