import { lazy, Suspense } from 'react';
import { loadModule, thisPage } from '../../../browser/chunk-reload.ts';
import { useViewParams } from '../../../browser/search-params.ts';
import { useNow } from '../../../browser/use-now.ts';
import { printSpan } from '../../../charts/brush-span.ts';
import { Select } from '../../../ui/Select.tsx';
import { CardHeader } from '../cards/CardHeader.tsx';
import type { TargetCardProps } from '../cards/target-card.ts';
import { metricLabel } from '../resource-label.ts';
import { metricScale, totalRequest } from './metric-choice.ts';
import { defaultMetricRange, type MetricRange, metricRanges } from './queries.ts';
import { UsageLegend } from './UsageLegend.tsx';
import { UsageTable } from './UsageTable.tsx';
import { useUsage } from './use-usage.ts';
import { ViewToggle } from './ViewToggle.tsx';

// recharts is heavy, and everything else on the page can be read before it is there.
const UsageChart = lazy(async () => ({
  default: await loadModule(
    'usage-chart',
    () => import('../../../charts/UsageChart.tsx').then((module) => module.UsageChart),
    thisPage,
  ),
}));

/** The chart with its brush has this height (console.md, section 9), and so has what stands in its place. */
const place = 'h-[540px]';
const rangeLabels = {
  '3h': 'Last 3 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '14d': 'Last 14 days',
} as const;

/** How the address names a range; the default leaves no trace. */
const addressOf = (range: string) => (range === defaultMetricRange ? null : range);

/** What the whole workload used, what had been predicted, and what is predicted now. */
export function UsageCard({ id, state: { workload }, suggestion }: TargetCardProps) {
  const usage = useUsage(id, suggestion);
  const [params, change] = useViewParams();
  const now = useNow(60_000);
  const { metric, metrics, range, rows, whole, span } = usage;
  const scale = metricScale(metric ?? '', usage.unit);
  const request = totalRequest(metric ?? '', workload);
  const asTable = params.get('view') === 'table';
  const hasFuture = whole !== null && whole.to > now;
  // The range goes with it: a link made of it must not look back less far than this page does.
  const choose = (brush: string) => change({ brush, range: addressOf(range) }, { replace: true });
  const isDrawn = whole !== null && span !== null;

  return (
    <>
      <CardHeader title="Actual vs predicted usage">
        <div className="flex flex-wrap items-center gap-2">
          {usage.hasSelector ? (
            <Select
              aria-label="Metric"
              className="max-w-44"
              value={metric ?? ''}
              disabled={metrics.length === 0}
              onChange={(event) => change({ metric: event.target.value, brush: null })}
            >
              {metrics.length === 0 ? <option value="">No metrics</option> : null}
              {metrics.map((name) => (
                <option key={name} value={name}>
                  {metricLabel(name)}
                </option>
              ))}
            </Select>
          ) : null}
          <Select
            aria-label="Time range"
            value={range}
            onChange={(event) => change({ range: addressOf(event.target.value), brush: null })}
          >
            {metricRanges.map((one) => (
              <option key={one} value={one}>
                {rangeLabels[one]}
              </option>
            ))}
          </Select>
          <ViewToggle disabled={!isDrawn} />
        </div>
      </CardHeader>
      <div className="px-4 pt-3 pb-4">
        <UsageLegend rows={rows} request={request} format={scale.format} isBehind={usage.isBehind} />
        {isDrawn ? (
          asTable ? (
            <div className={place}>
              <UsageTable rows={rows} span={span} format={scale.format} name={`${id.name}-${metric ?? ''}`} />
            </div>
          ) : (
            <Suspense fallback={<Waiting text="Loading..." />}>
              <UsageChart
                rows={rows}
                whole={whole}
                span={span}
                onChoose={(chosen) => choose(printSpan(chosen, whole))}
                format={scale.format}
                request={request}
                now={hasFuture ? now : null}
                unit={scale.unit}
                label={`Actual vs predicted usage of ${metricLabel(metric ?? '')}`}
              />
            </Suspense>
          )
        ) : (
          <Waiting
            text={usage.isLoading ? 'Loading...' : 'No data available'}
            hint={usage.isLoading ? null : nextStep(metrics.length, range)}
          />
        )}
      </div>
    </>
  );
}

function nextStep(metrics: number, range: MetricRange): string {
  if (metrics === 0) return 'No metric of this target is known.';
  return `No samples came for this time. ${range === '14d' ? 'Another metric' : 'A longer range'} may have some.`;
}

function Waiting({ text, hint = null }: { text: string; hint?: string | null }) {
  return (
    <div className={`flex ${place} flex-col items-center justify-center rounded-md bg-canvas p-4 text-center`}>
      <p className={hint === null ? 'text-ink-2' : 'font-medium'}>{text}</p>
      {hint === null ? null : <p className="text-ink-2">{hint}</p>}
    </div>
  );
}
