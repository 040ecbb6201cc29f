import { metricsBulkRequestSchema, metricTargetTypes, metricTypes, targetKey } from '@trimtab/core';
import * as z from 'zod/mini';
import { readBody } from '../http/body.ts';
import { type Calls, wholeList } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import { Query } from '../http/query.ts';
import { checkPastWindow } from '../http/window.ts';
import { descriptor } from '../services/metrics/metric-ids.ts';
import { fullCatalog, targetCatalog } from '../services/metrics/metric-series-reader.ts';
import type { Services } from '../services/services.ts';

const maximumTargets = 250;
const maximumSeries = 100;
const targetsBody = z.strictObject({
  targets: z.array(z.strictObject({ namespace: z.string(), name: z.string() })).check(z.maxLength(maximumTargets)),
});

export function metricCalls(services: Services): Calls {
  const { stored, sources, targets, currentMetrics, metricSeries, paginateMetrics, clock } = services;
  return {
    'metrics.target': async ({ part, query, context }) => {
      const window = query.window();
      const filter = {
        targetType: query.oneOf('targetType', metricTargetTypes),
        metricType: query.oneOf('metricType', metricTypes),
        metricName: query.text('metricName'),
      };
      return metricSeries.target(await targets.record(part('namespace'), part('name')), window, filter, context);
    },
    'metrics.current': async ({ part, context }) => {
      const record = await targets.record(part('namespace'), part('name'));
      const [metrics] = await currentMetrics([record], context);
      return metrics;
    },
    'metrics.currentBulk': async ({ request, checkNames, context }) => {
      const body = await readBody(request, targetsBody);
      checkNames(body.targets);
      const { records } = await stored();
      const wanted = new Set(body.targets.map(targetKey));
      const found = records.filter((one) => wanted.has(targetKey(one)));
      return wholeList(await currentMetrics(found, context));
    },
    'metrics.bulk': async ({ request, context }) => {
      const { metricIds, start, end } = await readBody(request, metricsBulkRequestSchema);
      const window = new Query(new URLSearchParams({ start, end }), ['start', 'end']).window();
      checkPastWindow('metrics.bulk', window, clock.now());
      return { items: await metricSeries.bulk(bounded(metricIds), window, context), total: metricIds.length };
    },
    'metrics.timeseries': async ({ query, context }) => {
      const ids = (query.text('metricIds') ?? '').split(',').filter((id) => id !== '');
      return metricSeries.together(bounded(ids), query.window(), query.flag('associated') ?? false, context);
    },
    'metrics.catalog': async ({ query, context }) => {
      const page = query.page();
      const all = await fullCatalog(sources, (await stored()).records, context);
      const { shown, total } = await paginateMetrics('catalog', context, all, page);
      return { items: shown.map(descriptor), total };
    },
    'metrics.targetCatalog': async ({ part, context }) => {
      const record = await targets.record(part('namespace'), part('name'));
      return wholeList((await targetCatalog(sources, record, context)).map(descriptor));
    },
  };
}

function bounded(ids: readonly string[]): readonly string[] {
  if (ids.length === 0) throw new HttpError(400, 'Name at least one metric in metricIds.');
  if (ids.length > maximumSeries) throw new HttpError(400, `Name at most ${maximumSeries} metrics in one call.`);
  return ids;
}
