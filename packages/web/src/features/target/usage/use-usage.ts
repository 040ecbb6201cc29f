import { useQuery } from '@tanstack/react-query';
import {
  hourMs,
  type Outlook,
  type ReliabilityEvent,
  type ResourceName,
  resourceAtRisk,
  type ScaleTarget,
  type Suggestion,
} from '@trimtab/core';
import { useMemo, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { newestSpan, parseSpan, startOf, wholeSpan } from '../../../charts/brush-span.ts';
import type { PlotPeak } from '../../../charts/UsagePlot.tsx';
import type { UsageRow } from '../../../charts/usage-row.ts';
import { useFlags } from '../../../context/configuration.tsx';
import type { TargetId } from '../queries.ts';
import { useReliability } from '../reliability/use-reliability.ts';
import { useInitialWait } from '../use-initial-wait.ts';
import { chooseMetric, chooseRange, metricsOf, totalRequest } from './chart-metric.ts';
import { useOutlook } from './outlook-query.ts';
import { defaultMetricRange, seriesPollMs, targetCatalogQuery, usageSeriesQuery } from './queries.ts';
import {
  asShares,
  hoursAhead,
  usageRows,
  withLimits,
  withoutFarLimits,
  withoutForecasts,
  withRequestNow,
} from './usage-rows.ts';

/** The metric in demo mode, or if the catalog could not be loaded. */
const defaultMetric = 'cpu';

/**
 * The data of the usage chart: the selected metric and range, the rows, and the visible part. If the catalog is empty
 * outside demo mode, there are no series, and none are requested.
 */
export function useUsage(
  id: TargetId,
  suggestion: Suggestion | null | undefined,
  { workload, isWorkloadMissing }: { workload: ScaleTarget | null; isWorkloadMissing: boolean },
) {
  const client = useClient();
  const { demoMode } = useFlags();
  const [params] = useViewParams();
  // The page has already requested the catalog. If that failed, mounting the chart does not repeat the request.
  const catalog = useQuery({ ...targetCatalogQuery(client, id), retryOnMount: false });
  const metrics = useMemo(() => metricsOf(catalog.data ?? []), [catalog.data]);
  const wanted = params.get('metric');
  const reliability = useReliability(id);
  const atRisk = useResourceAtRisk(reliability);
  const isOpen = demoMode || atRisk !== undefined || metrics.includes(wanted ?? '');
  const chosen = chooseMetric(wanted, metrics, atRisk) ?? (catalog.isError ? (wanted ?? defaultMetric) : null);
  const metric = demoMode ? defaultMetric : isOpen ? chosen : null;
  const brush = params.get('brush');
  // Only the selection in the URL when the page was opened can extend the range. Dragging the brush does not change it.
  const [opened] = useState(() => ({ at: Date.now(), brush }));
  const range = chooseRange(params.get('range'), brush === opened.brush ? startOf(brush) : null, opened.at);
  const series = useQuery({
    ...usageSeriesQuery(client, { ...id, metric: metric ?? '', range }),
    enabled: metric !== null,
    refetchInterval: seriesPollMs,
  });

  const { outlook, hasFailed: hasOutlookFailed } = useOutlook(id, Boolean(suggestion));
  const ahead = outlook?.resources.find((one) => one.metric === metric) ?? null;
  const known = useMemo(() => {
    const all = usageRows(series.data, suggestion, metric ?? '');
    return isWorkloadMissing ? withoutForecasts(all) : all;
  }, [series.data, suggestion, metric, isWorkloadMissing]);
  // With a range of three hours, a forecast of 24 hours would take most of the chart.
  const isLong = range !== defaultMetricRange;
  const request = totalRequest(metric ?? '', workload);
  const limits = useMemo(
    () => (reliability.data?.limits ?? []).filter(({ resource }) => resource === metric),
    [reliability.data, metric],
  );
  const absolute = useMemo(() => {
    const all = withRequestNow(isLong ? [...known, ...hoursAhead(known, ahead)] : known, request);
    return isWorkloadMissing ? all : withLimits(all, limits);
  }, [isLong, known, ahead, request, limits, isWorkloadMissing]);
  const hasRequest = absolute.some(({ requested }) => requested != null);
  const isShare = hasRequest && params.get('scale') === 'percent';
  const measured = useMemo(() => (isShare ? asShares(absolute) : absolute), [isShare, absolute]);
  const rows = useMemo(() => withoutFarLimits(measured), [measured]);
  const moments = useMemo(() => rows.map(({ at }) => at), [rows]);
  const whole = useMemo(() => wholeSpan(moments), [moments]);
  const span = useMemo(
    () => (whole === null ? null : (parseSpan(brush, whole) ?? (isLong ? whole : newestSpan(moments)))),
    [brush, moments, whole, isLong],
  );
  return {
    metrics,
    metric,
    unit: catalog.data?.find(({ metricName }) => metricName === metric)?.unit,
    range,
    hasSelector: !demoMode,
    rows,
    outlook,
    hasOutlookFailed,
    /** The expected peak of the next 24 hours, if the chart shows them. */
    peak: isLong && rows.length > known.length ? peakOf(ahead?.day, isShare ? lastRequest(absolute) : 1) : null,
    isShare,
    hasRequest,
    /** The newest limit of all pods, even if it is above the chart's axis. */
    limit: measured.findLast(({ limit }) => limit != null)?.limit ?? null,
    events: reliability.data?.events ?? noEvents,
    whole,
    span,
    isLoading: metric === null ? catalog.isPending || !isOpen : series.isPending && series.fetchStatus !== 'paused',
    /** The catalog or the series could not be loaded. An empty list does not mean that there are no metrics or samples. */
    hasFailed: metric === null ? catalog.isError : series.isError,
    /** The newest samples could not be loaded. */
    isBehind: series.isError && series.data !== undefined,
  };
}

/** How long the chart waits for the answer that says which resource is at risk. */
const riskWaitMs = 2_000;
const noEvents: readonly ReliabilityEvent[] = [];

/**
 * The resource at risk when the page was opened; undefined while unknown. It does not change later, so that the chart
 * does not switch by itself.
 */
function useResourceAtRisk({ data, isPending }: ReturnType<typeof useReliability>): ResourceName | null | undefined {
  const isWaiting = useInitialWait(isPending, riskWaitMs);
  const [decided, decide] = useState<ResourceName | null>();
  if (decided === undefined && !isWaiting) decide(data === undefined ? null : resourceAtRisk(data));
  return decided;
}

const lastRequest = (rows: readonly UsageRow[]): number | null =>
  rows.findLast(({ requested }) => requested != null)?.requested ?? null;

function peakOf(peak: Outlook['resources'][number]['day'] | undefined, base: number | null): PlotPeak | null {
  if (peak === undefined || base === null || base === 0) return null;
  return { at: Date.parse(peak.timestamp) + hourMs / 2, value: peak.value / base };
}
