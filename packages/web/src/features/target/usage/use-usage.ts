import { useQuery } from '@tanstack/react-query';
import type { Suggestion } from '@trimtab/core';
import { useMemo, useState } from 'react';
import { useClient } from '../../../api/client.tsx';
import { useViewParams } from '../../../browser/search-params.ts';
import { newestSpan, parseSpan, startOf, wholeSpan } from '../../../charts/brush-span.ts';
import { useFlags } from '../../../context/configuration.tsx';
import type { TargetId } from '../queries.ts';
import { chooseMetric, chooseRange, metricsOf } from './metric-choice.ts';
import { seriesPollMs, targetCatalogQuery, usageSeriesQuery } from './queries.ts';
import { usageRows } from './usage-rows.ts';

/** The metric that a demo shows (console.md, section 2), and that is asked for where the catalog does not answer. */
const defaultMetric = 'cpu';

/**
 * The metrics context of the page: which metric and range are chosen, what is known of them, and which part is shown.
 * An empty catalog outside the demo means that there are no series, so none are asked for.
 */
export function useUsage(id: TargetId, suggestion: Suggestion | null | undefined) {
  const client = useClient();
  const { demoMode } = useFlags();
  const [params] = useViewParams();
  // The page asked for it already; what failed a moment ago is not asked again because the chart comes.
  const catalog = useQuery({ ...targetCatalogQuery(client, id), retryOnMount: false });
  const metrics = useMemo(() => metricsOf(catalog.data ?? []), [catalog.data]);
  const wanted = params.get('metric');
  const metric = demoMode
    ? defaultMetric
    : (chooseMetric(wanted, metrics) ?? (catalog.isError ? (wanted ?? defaultMetric) : null));
  const brush = params.get('brush');
  // Only the part that the page was opened with decides how far back it looks; the range stands still while one is dragged.
  const [opened] = useState(() => ({ at: Date.now(), brush }));
  const range = chooseRange(params.get('range'), brush === opened.brush ? startOf(brush) : null, opened.at);
  const series = useQuery({
    ...usageSeriesQuery(client, { ...id, metric: metric ?? '', range }),
    enabled: metric !== null,
    refetchInterval: seriesPollMs,
  });

  const rows = useMemo(() => usageRows(series.data, suggestion, metric ?? ''), [series.data, suggestion, metric]);
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
    whole,
    span,
    isLoading: metric === null ? catalog.isPending : series.isPending && series.fetchStatus !== 'paused',
    /** What is shown is older than it should be. */
    isBehind: series.isError && series.data !== undefined,
  };
}
