import { formatCount, formatSi, formatWholePercent } from '@trimtab/core';
import { type ReactNode, useMemo } from 'react';
import { loadedLater } from '../../../browser/loaded-later.tsx';
import { CardBoundary } from '../../../table/CardBoundary.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { UsageTable } from '../usage/UsageTable.tsx';
import { placeholder, placeholderRows } from './event-placeholder.ts';

const chartHeight = 320;

const PredictionChart = loadedLater(
  'prediction-chart',
  () => import('../../../charts/PredictionChart.tsx').then((module) => module.PredictionChart),
  <div style={{ height: chartHeight }} />,
);

const wholeSpan = { from: 0, to: Number.POSITIVE_INFINITY };

/** The predicted effect of the event: placeholder figures and a chart. */
export function EventPrediction({ now, asTable }: { now: number; asTable: boolean }) {
  const rows = useMemo(() => placeholderRows(now), [now]);
  const { metric, prediction, memory, pods, confidence, delta } = placeholder;
  return (
    <div className="flex flex-col gap-4 px-4 py-4">
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
        <Figure term={metric}>
          {formatCount(prediction)}
          <span className="ml-2 inline-flex items-center gap-0.5 text-base font-medium text-waste">
            <Icon name="arrowUp" size={12} label="Increase" />
            {formatWholePercent(delta)}
          </span>
        </Figure>
        <Figure term="Memory">{memory}</Figure>
        <Figure term="Replicas">{pods}</Figure>
        <Figure term="Confidence">
          {confidence} <span className="text-base font-normal text-ink-3">/ 100</span>
          <meter min={0} max={100} value={confidence} aria-label="Confidence" className="sr-only" />
          <span
            aria-hidden="true"
            className="mt-1 block h-1.5 overflow-hidden rounded-full bg-sunken forced-color-adjust-none"
          >
            <span className="block h-full bg-accent" style={{ width: `${confidence}%` }} />
          </span>
        </Figure>
      </dl>
      <CardBoundary name="The prediction chart">
        {asTable ? (
          <div style={{ height: chartHeight }}>
            <UsageTable rows={rows} span={wholeSpan} format={formatSi} name={`${metric}-placeholder`} />
          </div>
        ) : (
          <PredictionChart
            rows={rows}
            now={now}
            height={chartHeight}
            format={formatSi}
            label={`Predicted ${metric}, placeholder data`}
          />
        )}
      </CardBoundary>
    </div>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-3">{term}</dt>
      <dd className="text-title font-semibold">{children}</dd>
    </div>
  );
}
