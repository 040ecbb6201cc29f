import { type CostBucket, costBuckets, monthsBack, parseSort } from '@trimtab/core';
import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import { type Query } from '../http/query.ts';
import { checkWindow } from '../http/window.ts';
import type { Services } from '../services/services.ts';
import { areComing, type KpiReader } from '../services/targets/kpis.ts';
import { listItem, sortRows } from '../services/targets/target-list.ts';
import type { TargetRow } from '../services/targets/target-row.ts';
import { readTargetQuery } from './target-query.ts';

export function viewCalls({ snapshots, paginateRows, allTargets, costAnalysis, kpis, clock }: Services): Calls {
  return {
    'views.kpis': async ({ context }) => {
      const snapshot = await snapshots.current(context);
      return kpiList(kpis, await snapshot.all(), snapshot.problems);
    },
    'views.namespaceKpis': async ({ part, context }) => {
      const namespace = part('namespace');
      const snapshot = await snapshots.current(context, [namespace]);
      return kpiList(kpis, snapshot.inNamespace(namespace), snapshot.problems);
    },
    'views.namespaceTargets': async ({ part, query, context }) => {
      const namespace = part('namespace');
      const managed = query.flag('managed');
      const order = parseSort(query.text('sort') ?? '+name');
      if (order === null) {
        throw new HttpError(400, 'Parameter sort must be + or - and one of name, mode, cost, such as -cost.');
      }
      const page = query.page();
      const snapshot = await snapshots.current(context, [namespace]);
      const rows = snapshot
        .inNamespace(namespace)
        .filter(({ mode }) => managed === null || managed === (mode === 'Autonomous'));
      const list = `${namespace} ${managed} ${order.direction} ${order.field}`;
      const { shown, total } = paginateRows(list, context, sortRows(rows, order), page);
      return { items: shown.map(listItem), total, ...mark(shown) };
    },
    'views.targets': ({ query, context }) => allTargets(readTargetQuery(query), context),
    'views.changes': async () => ({ items: [], total: 0 }),
    'views.recordExport': async () => undefined,
    'views.costAnalysis': async ({ query, context }) => {
      const bucket = readBucket(query);
      const requested = query.window();
      const end = requested.end ?? clock.now();
      const window = { start: requested.start ?? monthsBack(end, monthsShown[bucket]), end };
      checkWindow(window);
      return costAnalysis(window, bucket, context);
    },
  };
}

const kpiList = (kpis: KpiReader, rows: readonly TargetRow[], problems: readonly string[]) => ({
  items: kpis(rows, problems),
  ...mark(rows),
});

/** Clients reload a list with this mark after a moment: some suggestions are still being computed. */
const mark = (rows: readonly TargetRow[]): { computing?: true } => (areComing(rows) ? { computing: true } : {});

/** The default length of the window, in months. */
const monthsShown: Readonly<Record<CostBucket, number>> = { Month: 12, Week: 3, Day: 1 };

function readBucket(query: Query): CostBucket {
  const text = query.text('bucket');
  const bucket = costBuckets.find((one) => one === text);
  if (bucket === undefined) throw new HttpError(400, 'Parameter bucket must be one of Month, Week, Day.');
  return bucket;
}
