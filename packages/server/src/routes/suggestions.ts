import { namesSchema, someTargetsSchema, whatIfRequestSchema } from '@trimtab/core';
import type * as z from 'zod/mini';
import { readBody, readOptionalBody } from '../http/body.ts';
import { type Call, type CallContext, type Calls, wholeList } from '../http/call.ts';
import { Query } from '../http/query.ts';
import { DomainError, type TargetRecord } from '../ports/index.ts';
import type { Services } from '../services/services.ts';
import type { WhatIfAsked } from '../services/suggestions/what-if.ts';

export function suggestionCalls({
  stored,
  targets,
  suggestions,
  onDemandSuggestions,
  whatIf,
  reliability,
  clock,
}: Services): Calls {
  const forTarget =
    (read: (record: TargetRecord, context: CallContext) => Promise<unknown>): Call =>
    async (context) =>
      read(await targets.record(context.part('namespace'), context.part('name')), context);
  return {
    'suggestions.list': forTarget(async (record, { query, context }) => {
      const { start, end } = query.window();
      // No suggestion was in force then.
      if (start !== null && start > clock.now()) return wholeList([]);
      const workload = await targets.workload(record, context);
      const window = { start: start ?? Number.NEGATIVE_INFINITY, end: end ?? Number.POSITIVE_INFINITY };
      const activeOnly = query.flag('active') ?? false;
      const items = await suggestions.list(record, workload, window, { activeOnly });
      const evaluation = suggestions.evaluation(record);
      const hasReason = activeOnly && items.length === 0 && workload !== null && evaluation.kind === 'none';
      return { items, total: items.length, ...(hasReason ? { reason: evaluation.reason } : {}) };
    }),
    'suggestions.create': forTarget((record, { signal }) => onDemandSuggestions.create(record, signal)),
    'suggestions.createInNamespace': async ({ part, request, checkNames, signal }) => {
      const namespace = part('namespace');
      const body = await readOptionalBody(request, namesSchema);
      checkNames((body?.names ?? []).map((name) => ({ name })));
      const { byNamespace } = await stored();
      const names = body?.names ?? (byNamespace.get(namespace) ?? []).map(({ name }) => name);
      return onDemandSuggestions.createMany(
        names.map((name) => ({ namespace, name })),
        signal,
      );
    },
    'suggestions.createBulk': async ({ request, checkNames, signal }) => {
      const body = await readOptionalBody(request, someTargetsSchema);
      checkNames(body?.targets ?? []);
      return onDemandSuggestions.createMany(body?.targets ?? (await stored()).records, signal);
    },
    'extensions.explain': forTarget((record, { signal }) => onDemandSuggestions.explain(record, signal)),
    'extensions.tradeOff': forTarget((record, { signal }) => onDemandSuggestions.tradeOff(record, signal)),
    'extensions.reportCard': forTarget((record, { signal }) => onDemandSuggestions.reportCard(record, signal)),
    'extensions.outlook': forTarget((record, { signal }) => onDemandSuggestions.outlook(record, signal)),
    'extensions.reliability': forTarget(async (record, { context }) =>
      reliability(record, await targets.workload(record, context), context),
    ),
    'extensions.whatIf': forTarget(async (record, { request, signal }) => {
      const { scale, assume = 'current', ...asked } = await readBody(request, whatIfRequestSchema);
      return whatIf(record, { load: askedLoad(asked), scale, assume }, signal);
    }),
  };
}

type AskedLoad = Pick<z.output<typeof whatIfRequestSchema>, 'load' | 'start' | 'end'>;

/** @throws DomainError `invalid` unless start and end are given for the load `window`, and for no other load */
function askedLoad({ load, ...times }: AskedLoad): WhatIfAsked['load'] {
  const given = Object.entries(times).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const { start, end } = new Query(new URLSearchParams(given), ['start', 'end']).window();
  if (load === 'window') {
    if (start !== null && end !== null) return { start, end };
    throw new DomainError('invalid', 'In the body, start and end are required if load is window.');
  }
  if (start === null && end === null) return load;
  throw new DomainError('invalid', 'In the body, start and end are only allowed if load is window.');
}
