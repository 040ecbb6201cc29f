import {
  type CostBucket,
  changeEvents,
  clusterOf,
  costBuckets,
  exportRecordSchema,
  monthsBack,
  parseSortBy,
  sortFields,
  type TargetName,
  targetKey,
} from '@trimtab/core';
import { readBody } from '../http/body.ts';
import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import { type Query, quote } from '../http/query.ts';
import { checkWindow } from '../http/window.ts';
import type { ChangeFilter, Principal } from '../ports/index.ts';
import { writtenOnce } from '../services/cache/json-text.ts';
import type { Services } from '../services/services.ts';
import { mark } from '../services/targets/kpis.ts';
import { listItem, sortRows } from '../services/targets/target-list.ts';
import { clustersOf, readTargetQuery } from './target-query.ts';

export function viewCalls(services: Services): Calls {
  const { lists, paginateRows, allTargets, changes, costAnalysis, kpis, suggestions, clock } = services;
  return {
    'views.kpis': async ({ query, context }) => {
      const snapshot = await lists.current(context);
      const clusters = clustersOf(query);
      const figures = kpis(await snapshot.all(), snapshot.problemsIn(clusters), clusters);
      const reading = await suggestions.reading();
      return reading === null ? figures : { ...figures, reading };
    },
    'views.namespaceKpis': async ({ part, context }) => {
      const namespace = part('namespace');
      const snapshot = await lists.current(context, [namespace]);
      const cluster = clusterOf(namespace, services.clusters);
      return kpis(snapshot.inNamespace(namespace), snapshot.problemsIn(cluster === null ? null : [cluster]));
    },
    'views.namespaceTargets': async ({ part, query, context }) => {
      const namespace = part('namespace');
      const managed = query.flag('managed');
      const order = parseSortBy(query.text('sort') ?? '+name', sortFields);
      if (order === null) {
        throw new HttpError(400, 'Parameter sort must be + or - and one of name, mode, cost, such as -cost.');
      }
      const page = query.page();
      const snapshot = await lists.current(context, [namespace]);
      const rows = snapshot
        .inNamespace(namespace)
        .filter(({ mode }) => managed === null || managed === (mode === 'Autonomous'));
      const list = `${namespace} ${managed} ${order.direction} ${order.field}`;
      const all = snapshot.inNamespace(namespace);
      const { shown, total } = await paginateRows(list, context, sortRows(rows, order), page, { all });
      return { items: shown.map((row) => writtenItem(row)), total, ...mark(shown) };
    },
    'views.targets': ({ query, context }) => allTargets(readTargetQuery(query), context),
    'views.changes': ({ query, context }) => changes.list(readChangeFilter(query), query.list(), context, query.page()),
    'views.recordExport': async ({ request, principal, checkNames }) => {
      const { targets } = await readBody(request, exportRecordSchema);
      checkNames(targets);
      await recordExport(services, targets, principal);
    },
    'views.costAnalysis': async ({ query, context }) => {
      const bucket = query.oneOf('bucket', costBuckets) ?? 'Month';
      const requested = query.window();
      const end = requested.end ?? clock.now();
      const window = { start: requested.start ?? monthsBack(end, monthsShown[bucket]), end };
      checkWindow(window);
      return costAnalysis(window, { bucket, clusters: clustersOf(query) }, context);
    },
  };
}

function readChangeFilter(query: Query): ChangeFilter {
  const { start, end } = query.window();
  const [namespace, name, clusters] = [query.text('namespace'), query.text('name'), clustersOf(query)];
  const wanted = query.text('events')?.split(',');
  const events = wanted?.map((text) => {
    const event = changeEvents.find((one) => one === text);
    if (event !== undefined) return event;
    throw new HttpError(400, `Parameter events must be a list of ${changeEvents.join(', ')}, not ${quote(text)}.`);
  });
  return {
    window: { start: start ?? 0, end: end ?? Number.MAX_SAFE_INTEGER },
    ...(namespace === null ? {} : { namespace }),
    ...(clusters === null ? {} : { clusters }),
    ...(name === null ? {} : { name }),
    ...(events === undefined ? {} : { events }),
  };
}

/** Targets that are not enrolled are left out: there is no suggestion to export. */
async function recordExport(
  { changes, stored, suggestions }: Services,
  names: readonly TargetName[],
  principal: Principal,
): Promise<void> {
  const wanted = new Set(names.map(targetKey));
  const targets = (await stored()).records.filter((record) => wanted.has(targetKey(record)));
  await suggestions.prepare(
    [],
    targets.map(({ namespace }) => namespace),
  );
  const exported = targets.map((record) => {
    const evaluation = suggestions.evaluation(record);
    return { ...record, suggestion: evaluation.kind === 'advised' ? evaluation.id : null };
  });
  await changes.record('export', exported, principal);
}

const writtenItem = writtenOnce(listItem);

/** The default length of the window, in months. */
const monthsShown: Readonly<Record<CostBucket, number>> = { Month: 12, Week: 3, Day: 1 };
