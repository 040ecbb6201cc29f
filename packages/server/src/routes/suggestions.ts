import { namesSchema, someTargetsSchema } from '@trimtab/core';
import { readOptionalBody } from '../http/body.ts';
import type { Calls } from '../http/call.ts';
import { HttpError } from '../http/errors.ts';
import type { Query } from '../http/query.ts';
import { targetNotFound } from '../ports/index.ts';
import type { Services } from '../services/services.ts';

export function suggestionCalls({ store, stored, targets, suggestions, onDemandSuggestions }: Services): Calls {
  const record = async (namespace: string, name: string) => {
    const found = await store.targets.get(namespace, name);
    if (found === null) throw targetNotFound(namespace, name);
    return found;
  };
  return [
    [
      'suggestions.list',
      async ({ part, query, context }) => {
        const window = readWindow(query);
        const active = query.flag('active') ?? false;
        const target = await record(part('namespace'), part('name'));
        const workload = await targets.workload(target, context);
        const all = await suggestions.list(target, workload, window);
        const items = active ? all.slice(0, 1) : all;
        return { items, total: items.length };
      },
    ],
    [
      'suggestions.create',
      async ({ part, signal }) => onDemandSuggestions.create(await record(part('namespace'), part('name')), signal),
    ],
    [
      'suggestions.createInNamespace',
      async ({ part, request, signal }) => {
        const namespace = part('namespace');
        const body = await readOptionalBody(request, namesSchema);
        const { byNamespace } = await stored();
        const names = body?.names ?? (byNamespace.get(namespace) ?? []).map(({ name }) => name);
        return onDemandSuggestions.createMany(
          names.map((name) => ({ namespace, name })),
          signal,
        );
      },
    ],
    [
      'suggestions.createBulk',
      async ({ request, signal }) => {
        const body = await readOptionalBody(request, someTargetsSchema);
        return onDemandSuggestions.createMany(body?.targets ?? (await stored()).records, signal);
      },
    ],
    [
      'extensions.explain',
      async ({ part, signal }) => onDemandSuggestions.explain(await record(part('namespace'), part('name')), signal),
    ],
    [
      'extensions.reportCard',
      async ({ part, signal }) => onDemandSuggestions.reportCard(await record(part('namespace'), part('name')), signal),
    ],
  ];
}

function readWindow(query: Query): { start: number; end: number } {
  const start = query.instant('start') ?? Number.NEGATIVE_INFINITY;
  const end = query.instant('end') ?? Number.POSITIVE_INFINITY;
  if (start >= end) throw new HttpError(400, 'Parameter start must be before end.');
  return { start, end };
}
