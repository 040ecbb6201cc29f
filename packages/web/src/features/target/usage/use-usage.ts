import { useQuery } from '@tanstack/react-query';
import type { ScaleTarget, Suggestion } from '@trimtab/core';
import { useMemo, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { newestSpan, parseSpan, startOf, wholeSpan } from '../../../charts/brush-span.ts';
import { useFlags } from '../../../context/configuration.tsx';
import type { TargetId } from '../queries.ts';
import { chooseMetric, chooseRange, metricsOf, totalRequest } from './metric-choice.ts';
import { useOutlook } from './outlook-query.ts';
import { defaultMetricRange, seriesPollMs, targetCatalogQuery, usageSeriesQuery } from './queries.ts';
import { hoursAhead, usageRows, withoutForecasts, withRequestNow } from './usage-rows.ts';

/** The metric in demo mode, and if the catalog could not be loaded. */
const defaultMetric = 'cpu';

/**
 * The data of the usage chart: the selected metric and range, the rows, and the visible part. If the catalog is empty outside
 * demo mode, there are no series and none is fetched.
 */
export function useUsage(
  id: TargetId,
  suggestion: Suggestion | null | undefined,
  { workload, isWorkloadMissing }: { workload: ScaleTarget | null; isWorkloadMissing: boolean },
) {
  const client = useClient();
  const { demoMode } = useFlags();
  const [params] = useViewParams();
  // The page has fetched the catalog already. If that failed, mounting the chart does not repeat it.
  const catalog = useQuery({ ...targetCatalogQuery(client, id), retryOnMount: false });
  const metrics = useMemo(() => metricsOf(catalog.data ?? []), [catalog.data]);
  const wanted = params.get('metric');
  const metric = demoMode
    ? defaultMetric
    : (chooseMetric(wanted, metrics) ?? (catalog.isError ? (wanted ?? defaultMetric) : null));
  const brush = params.get('brush');
  // Only the selection in the URL when the page was opened can extend the range. Dragging the brush does not change it.
  const [opened] = useState(() => ({ at: Date.now(), brush }));
  const range = chooseRange(params.get('range'), brush === opened.brush ? startOf(brush) : null, opened.at);
  const series = useQuery({
    ...usageSeriesQuery(client, { ...id, metric: metric ?? '', range }),
    enabled: metric !== null,
    refetchInterval: seriesPollMs,
  });

  const outlook = useOutlook(id, Boolean(suggestion));
  const ahead = outlook?.resources.find((one) => one.metric === metric) ?? null;
  const known = useMemo(() => {
    const all = usageRows(series.data, suggestion, metric ?? '');
    return isWorkloadMissing ? withoutForecasts(all) : all;
  }, [series.data, suggestion, metric, isWorkloadMissing]);
  // With a range of three hours, a forecast of 24 hours would take most of the chart.
  const isLong = range !== defaultMetricRange;
  const request = totalRequest(metric ?? '', workload);
  const rows = useMemo(
    () => withRequestNow(isLong ? [...known, ...hoursAhead(known, ahead)] : known, request),
    [isLong, known, ahead, request],
  );
  const moments = useMemo(() => rows.map(({ at }) => at), [rows]);
  const whole = useMemo(() => wholeSpan(moments), [moments]);
  const span = useMemo(
    () => (whole === null ? null : (parseSpan(brush, whole) ?? newestSpan(moments))),
    [brush, moments, whole],
  );
  return {
    metrics,
    metric,
    unit: catalog.data?.find(({ metricName }) => metricName === metric)?.unit,
    range,
    hasSelector: !demoMode,
    rows,
    outlook,
    /** The expected peak of the next 24 hours, where the chart shows them. */
    peak: isLong && rows.length > known.length ? (ahead?.day ?? null) : null,
    whole,
    span,
    isLoading: metric === null ? catalog.isPending : series.isPending && series.fetchStatus !== 'paused',
    /** The newest samples could not be loaded. */
    isBehind: series.isError && series.data !== undefined,
  };
}
