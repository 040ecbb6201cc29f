import { parseSort } from '@trimtab/core';
import { HttpError } from '../http/errors.ts';
import { cutPage } from '../http/query.ts';
import { kpis } from '../services/kpis.ts';
import type { Services } from '../services/services.ts';
import { listItem, sortRows } from '../services/target-list.ts';
import type { Calls } from './call.ts';

const maximumPage = 250;

export function viewCalls({ snapshots }: Services): Calls {
  return [
    [
      'views.kpis',
      async ({ signal }) => {
        const snapshot = await snapshots.current(signal);
        return { items: kpis(await snapshot.all(), snapshot.problems) };
      },
    ],
    [
      'views.namespaceKpis',
      async ({ part, signal }) => {
        const namespace = part('namespace');
        const snapshot = await snapshots.current(signal);
        return { items: kpis(snapshot.inNamespace(namespace), snapshot.problems) };
      },
    ],
    [
      'views.namespaceTargets',
      async ({ part, query, signal }) => {
        const namespace = part('namespace');
        const managed = query.flag('managed');
        const order = parseSort(query.text('sort') ?? '+name');
        if (order === null) {
          throw new HttpError(400, 'Parameter sort must be + or - and one of name, mode, cost, such as -cost.');
        }
        const page = query.page({ maximum: maximumPage });
        const snapshot = await snapshots.current(signal);
        const rows = snapshot
          .inNamespace(namespace)
          .filter(({ mode }) => managed === null || managed === (mode === 'Autonomous'));
        return { items: cutPage(sortRows(rows, order), page).map(listItem), total: rows.length };
      },
    ],
  ];
}
