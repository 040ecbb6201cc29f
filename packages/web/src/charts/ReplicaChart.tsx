import { formatCount } from '@trimtab/core';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { wholeSpan } from './brush-span.ts';
import { CrosshairValue, plotRight, ReadingCard, ringInside, timeAxis, valueAxis } from './plot-parts.tsx';
import { useWidth } from './use-width.ts';
import { valueTicks } from './value-ticks.ts';

/** One step: the usage of all pods in cores or bytes, and the number of pods; null means unknown. */
type ReplicaRow = { readonly at: number; readonly usage: number | null; readonly replicas: number | null };

export type ReplicaChartProps = {
  rows: readonly ReplicaRow[];
  /** The maximum number of pods, drawn as a line; null without a maximum. */
  maxReplicas: number | null;
  height: number;
  /** The name of `usage`, such as CPU. */
  term: string;
  format: (value: number | null) => string;
  label: string;
};

const left = 48;
const right = 32;

/** Usage on the left axis, and the number of pods on the right one. It has no animation. */
export function ReplicaChart({ rows, maxReplicas, height, term, format, label }: ReplicaChartProps) {
  const { ref, width } = useWidth();
  return (
    <div ref={ref} className={`overflow-hidden ${ringInside}`} style={{ height }}>
      {rows.length === 0 || width <= 2 * left ? null : (
        <Plot {...{ rows, maxReplicas, height, term, format, label, width }} />
      )}
    </div>
  );
}

const highest = (rows: readonly ReplicaRow[], field: 'usage' | 'replicas') =>
  rows.reduce((most, row) => Math.max(most, row[field] ?? 0), 0);
/** Pods are counted, so their ticks are whole numbers. */
const podTicks = (most: number) => valueTicks(most).filter(Number.isInteger);

function Plot({ rows, maxReplicas, height, term, format, label, width }: ReplicaChartProps & { width: number }) {
  const span = wholeSpan(rows.map(({ at }) => at)) ?? { from: 0, to: 0 };
  const usageTicks = valueTicks(highest(rows, 'usage'));
  const replicaTicks = podTicks(Math.max(highest(rows, 'replicas'), maxReplicas ?? 0));
  return (
    <ComposedChart
      data={[...rows]}
      width={width}
      height={height}
      margin={{ top: 16, right: plotRight - 8, bottom: 0, left: 0 }}
      title={label}
    >
      <CartesianGrid yAxisId="usage" vertical={false} stroke="var(--color-line)" />
      <XAxis {...timeAxis(span, width - left - right)} />
      <YAxis yAxisId="usage" width={left} {...valueAxis(usageTicks, format)} />
      <YAxis yAxisId="replicas" orientation="right" width={right} {...valueAxis(replicaTicks, formatCount)} />
      <Tooltip
        content={<PointCard term={term} format={format} />}
        cursor={{ stroke: 'var(--color-line-strong)' }}
        isAnimationActive={false}
      />
      <Area
        yAxisId="usage"
        dataKey="usage"
        stroke="var(--color-actual)"
        strokeWidth={1.75}
        fill="var(--color-actual)"
        fillOpacity={0.08}
        isAnimationActive={false}
      />
      <Line
        yAxisId="replicas"
        dataKey="replicas"
        type="stepAfter"
        stroke="var(--color-predicted)"
        strokeWidth={1.75}
        dot={false}
        isAnimationActive={false}
      />
      {maxReplicas === null ? null : (
        <ReferenceLine
          yAxisId="replicas"
          y={maxReplicas}
          stroke="var(--color-predicted)"
          strokeDasharray="2 3"
          strokeWidth={1.25}
        />
      )}
    </ComposedChart>
  );
}

type PointCardProps = Pick<ReplicaChartProps, 'term' | 'format'> & {
  active?: boolean;
  payload?: readonly { payload?: ReplicaRow }[];
};

/** The values at the crosshair. */
function PointCard({ active = false, payload, term, format }: PointCardProps) {
  const row = payload?.[0]?.payload;
  if (!active || row === undefined) return null;
  return (
    <ReadingCard at={row.at}>
      <CrosshairValue term={term} color="bg-actual" text={format(row.usage)} />
      <CrosshairValue term="Pods" color="bg-predicted" text={formatCount(row.replicas)} />
    </ReadingCard>
  );
}
