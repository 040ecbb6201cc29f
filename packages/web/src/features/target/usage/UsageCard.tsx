import { formatWholePercent } from '@trimtab/core';
import { useMemo } from 'react';
import { loadedLater } from '../../../browser/loaded-later.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { useNow } from '../../../browser/use-now.ts';
import { printSpan } from '../../../charts/brush-span.ts';
import { Select } from '../../../ui/Select.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { metricLabel } from '../resource-label.ts';
import { metricScale } from './chart-metric.ts';
import { EventList } from './EventList.tsx';
import { eventMarks } from './event-marks.ts';
import { OutlookTable } from './OutlookTable.tsx';
import { defaultMetricRange, type MetricRange, metricRanges } from './queries.ts';
import { UsageLegend } from './UsageLegend.tsx';
import { UsageTable } from './UsageTable.tsx';
import { useUsage } from './use-usage.ts';
import { ViewToggle } from './ViewToggle.tsx';

// The card has the height of the chart, so that the chart's code may arrive after the rest of the page.
const UsageChart = loadedLater(
  'usage-chart',
  () => import('../../../charts/UsageChart.tsx').then((module) => module.UsageChart),
  <Waiting text="Loading..." />,
);

/** The height of the chart with its brush, and of its placeholders. */
const chartHeight = 'h-[540px]';
const rangeLabels = {
  '3h': 'Last 3 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
} as const;

/** The value of the range in the URL. The default is not written. */
const rangeParam = (range: string) => (range === defaultMetricRange ? null : range);

/** The usage of the whole workload, earlier predictions of it, and the current forecast. */
export function UsageCard({ id, state: { workload, missingText, problem }, suggestion }: TargetCardProps) {
  const usage = useUsage(id, suggestion, { workload, isWorkloadMissing: missingText !== null });
  const [params, change] = useViewParams();
  const now = useNow(60_000);
  const { metric, metrics, range, rows, whole, span } = usage;
  const scale = usage.isShare ? { format: formatWholePercent, unit: null } : metricScale(metric ?? '', usage.unit);
  const marks = useMemo(() => eventMarks(usage.events, metric), [usage.events, metric]);
  const asTable = params.get('view') === 'table';
  const hasFuture = whole !== null && whole.to > now;
  // Write the range too, so that a copied link covers the selected part.
  const choose = (brush: string) => change({ brush, range: rangeParam(range) }, { replace: true });
  const isDrawn = whole !== null && span !== null;

  return (
    <>
      <CardHeader title="Actual vs predicted usage">
        <div className="flex flex-wrap items-center gap-2">
          {usage.hasSelector ? (
            <MetricSelect
              metric={metric}
              metrics={metrics}
              isLoading={usage.isLoading}
              onChange={(name) => change({ metric: name, brush: null })}
            />
          ) : null}
          <Select
            aria-label="Time range"
            value={range}
            onChange={(event) => change({ range: rangeParam(event.target.value), brush: null })}
          >
            {metricRanges.map((one) => (
              <option key={one} value={one}>
                {rangeLabels[one]}
              </option>
            ))}
          </Select>
          {usage.hasRequest ? (
            <Select
              aria-label="Scale"
              value={usage.isShare ? 'percent' : 'absolute'}
              onChange={({ target }) => change({ scale: target.value === 'percent' ? 'percent' : null })}
            >
              <option value="absolute">Absolute</option>
              <option value="percent">% of request</option>
            </Select>
          ) : null}
          <ViewToggle disabled={!isDrawn} />
        </div>
      </CardHeader>
      <div className="px-4 pt-3 pb-4">
        <UsageLegend rows={rows} limit={usage.limit} format={scale.format} isBehind={usage.isBehind} />
        <OutlookTable outlook={usage.outlook} hasFailed={usage.hasOutlookFailed} metric={metric} />
        {isDrawn ? (
          asTable ? (
            <div className={chartHeight}>
              <UsageTable
                rows={rows}
                span={span}
                format={scale.format}
                isShare={usage.isShare}
                name={`${id.name}-${metric ?? ''}`}
              />
            </div>
          ) : (
            <UsageChart
              // Another metric or range ends a drag, which belongs to the old one.
              key={`${metric} ${range}`}
              rows={rows}
              whole={whole}
              span={span}
              onChoose={(chosen) => choose(printSpan(chosen, whole))}
              format={scale.format}
              now={hasFuture ? now : null}
              peak={usage.peak}
              marks={marks}
              unit={scale.unit}
              label={`Actual vs predicted usage of ${metricLabel(metric ?? '')}`}
            />
          )
        ) : (
          <Waiting
            text={usage.isLoading ? 'Loading...' : 'No data available'}
            hint={usage.isLoading || usage.hasFailed ? null : nextStep(metrics.length, range, problem)}
          />
        )}
        {whole === null ? null : <EventList marks={marks} span={whole} />}
      </div>
    </>
  );
}

type MetricSelectProps = {
  metric: string | null;
  metrics: readonly string[];
  isLoading: boolean;
  onChange: (metric: string) => void;
};

function MetricSelect({ metric, metrics, isLoading, onChange }: MetricSelectProps) {
  // If the catalog could not be loaded, the chart shows a metric that is not in the list.
  const own = metric === null ? (isLoading ? 'Loading...' : 'No metrics') : metricLabel(metric);
  return (
    <Select
      aria-label="Metric"
      className="max-w-44"
      value={metric ?? ''}
      disabled={metrics.length === 0}
      onChange={(event) => onChange(event.target.value)}
    >
      {metrics.length === 0 ? <option value={metric ?? ''}>{own}</option> : null}
      {metrics.map((name) => (
        <option key={name} value={name}>
          {metricLabel(name)}
        </option>
      ))}
    </Select>
  );
}

function nextStep(metrics: number, range: MetricRange, problem: string | null): string {
  if (problem !== null) return problem;
  if (metrics === 0) return 'This target has no metrics.';
  return `There are no samples in this time range. ${range === '14d' ? 'Another metric' : 'A longer range'} may have some.`;
}

function Waiting({ text, hint = null }: { text: string; hint?: string | null }) {
  return (
    <div className={`flex ${chartHeight} flex-col items-center justify-center rounded-md bg-canvas p-4 text-center`}>
      <p className={hint === null ? 'text-ink-2' : 'font-medium'}>{text}</p>
      {hint === null ? null : <p className="text-ink-2">{hint}</p>}
    </div>
  );
}
