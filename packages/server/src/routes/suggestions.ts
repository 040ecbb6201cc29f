import { HttpError } from '../http/errors.ts';
import type { Query } from '../http/query.ts';
import type { Services } from '../services/services.ts';
import { suggestionOf } from '../services/suggestions.ts';
import { type Calls, notFound } from './call.ts';

export function suggestionCalls({ snapshots }: Services): Calls {
  return [
    [
      'suggestions.list',
      async ({ part, query, signal }) => {
        const window = readWindow(query);
        query.flag('active');
        const [namespace, name] = [part('namespace'), part('name')];
        const snapshot = await snapshots.current(signal);
        const row = snapshot.inNamespace(namespace).find(({ record }) => record.name === name);
        if (row === undefined) throw notFound(namespace, name);
        // There is no history of suggestions yet: the latest is the only one.
        const suggestion =
          snapshot.end >= window.start && snapshot.end < window.end ? suggestionOf(row, snapshot) : null;
        const items = suggestion === null ? [] : [suggestion];
        return { items, total: items.length };
      },
    ],
  ];
}

function readWindow(query: Query): { start: number; end: number } {
  const start = query.instant('start') ?? Number.NEGATIVE_INFINITY;
  const end = query.instant('end') ?? Number.POSITIVE_INFINITY;
  if (start >= end) throw new HttpError(400, 'Parameter start must be before end.');
  return { start, end };
}
