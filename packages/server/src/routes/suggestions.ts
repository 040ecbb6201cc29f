import { namesSchema, someTargetsSchema } from '@trimtab/core';
import { readOptionalBody } from '../http/body.ts';
import type { Call, CallContext, Calls } from '../http/call.ts';
import type { TargetRecord } from '../ports/index.ts';
import type { Services } from '../services/services.ts';

export function suggestionCalls({ stored, targets, suggestions, onDemandSuggestions }: Services): Calls {
  const forTarget =
    (read: (record: TargetRecord, context: CallContext) => Promise<unknown>): Call =>
    async (context) =>
      read(await targets.record(context.part('namespace'), context.part('name')), context);
  return {
    'suggestions.list': forTarget(async (record, { query, context }) => {
      const { start, end } = query.window();
      const workload = await targets.workload(record, context);
      const window = { start: start ?? Number.NEGATIVE_INFINITY, end: end ?? Number.POSITIVE_INFINITY };
      const items = await suggestions.list(record, workload, window, { activeOnly: query.flag('active') ?? false });
      return { items, total: items.length };
    }),
    'suggestions.create': forTarget((record, { signal }) => onDemandSuggestions.create(record, signal)),
    'suggestions.createInNamespace': async ({ part, request, signal }) => {
      const namespace = part('namespace');
      const body = await readOptionalBody(request, namesSchema);
      const { byNamespace } = await stored();
      const names = body?.names ?? (byNamespace.get(namespace) ?? []).map(({ name }) => name);
      return onDemandSuggestions.createMany(
        names.map((name) => ({ namespace, name })),
        signal,
      );
    },
    'suggestions.createBulk': async ({ request, signal }) => {
      const body = await readOptionalBody(request, someTargetsSchema);
      return onDemandSuggestions.createMany(body?.targets ?? (await stored()).records, signal);
    },
    'extensions.explain': forTarget((record, { signal }) => onDemandSuggestions.explain(record, signal)),
    'extensions.reportCard': forTarget((record, { signal }) => onDemandSuggestions.reportCard(record, signal)),
    'extensions.outlook': forTarget((record, { signal }) => onDemandSuggestions.outlook(record, signal)),
  };
}
