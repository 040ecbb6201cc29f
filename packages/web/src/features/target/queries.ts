import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  ApiError,
  appendReading,
  CanceledError,
  type Client,
  type CurrentMetrics,
  type EnhancedTarget,
  isWorkloadMissing,
  secondMs,
  type UtilizationHistory,
  workloadMissingText,
} from '@trimtab/core';
import { enqueue } from '../../api/request-queue.ts';

/*
 * What the detail page of one target asks. No query here polls by itself: several parts of the page read the same answer,
 * and each reader with an interval of its own would ask again. The page polls once for all of them.
 */

/** How often the page asks again while its tab is visible (console.md, section 9). */
export const pollMs = { target: 10 * secondMs, suggestions: 30 * secondMs } as const;

/** A target as namespace and name. */
export type TargetId = { namespace: string; name: string };

/** What the target call found: the target, that the workload behind it is gone (console.md, section 8), or nothing. */
export type FoundTarget =
  | ({ readonly outcome: 'found' } & EnhancedTarget)
  | { readonly outcome: 'workloadMissing'; readonly text: string }
  | { readonly outcome: 'unknown' };

export function targetQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['targets.get', id],
    queryFn: ({ signal }) =>
      enqueue(signal, async (): Promise<FoundTarget> => {
        try {
          return { outcome: 'found', ...(await client.targets.get(id, { signal })) };
        } catch (error) {
          if (isWorkloadMissing(error)) return { outcome: 'workloadMissing', text: workloadMissingText(error) };
          if (isNotFound(error)) return { outcome: 'unknown' };
          throw error;
        }
      }),
  });
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Another call about a target. Where nobody enrolled the target, or its workload is gone, other calls fail too, and the
 * page tells that by itself: one failure has one surface, so such a call is canceled rather than failed.
 */
export async function cancelIfTargetMissing<T>(
  { client, queryClient, id }: { client: Client; queryClient: QueryClient; id: TargetId },
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const options = targetQuery(client, id);
    const asked = queryClient.getQueryState(options.queryKey);
    // A target call that failed by itself is not asked again for this.
    const isUnderWay = asked?.data === undefined && asked?.fetchStatus === 'fetching';
    const target = isUnderWay ? await queryClient.fetchQuery(options).catch(() => null) : asked?.data;
    throw !target || target.outcome === 'found' ? error : new CanceledError({ cause: error });
  }
}

/** The readings of every container resource, by `historyKey`. */
export type Histories = ReadonlyMap<string, UtilizationHistory>;
/** The newest reading of a target, with those before it. */
export type Readings = { readonly current: CurrentMetrics; readonly histories: Histories };

/** Names come from outside, and may hold any separator: the parts are quoted. */
export const historyKey = (container: string, resource: string): string => JSON.stringify([container, resource]);

function withReading(histories: Histories | undefined, current: CurrentMetrics): Histories {
  const next = new Map(histories);
  for (const container of current.containers) {
    for (const { name, averageValue } of container.metrics) {
      const key = historyKey(container.name, name);
      next.set(key, appendReading(next.get(key) ?? [], averageValue));
    }
  }
  return next;
}

/** What the containers use now. Every answer adds one reading to the histories, so asking is measuring. */
export function readingsQuery(client: Client, id: TargetId) {
  const queryKey = ['metrics.current', id] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client: queryClient }) =>
      cancelIfTargetMissing({ client, queryClient, id }, () =>
        enqueue(signal, async (): Promise<Readings> => {
          const current = await client.metrics.current(id, { signal });
          const before = queryClient.getQueryData<Readings>(queryKey);
          return { current, histories: withReading(before?.histories, current) };
        }),
      ),
    structuralSharing: false,
  });
}

/** The latest suggestion; null when there is none. */
export function suggestionQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['suggestions.list', { ...id, active: true }],
    queryFn: ({ signal, client: queryClient }) =>
      cancelIfTargetMissing({ client, queryClient, id }, () =>
        enqueue(signal, async () => {
          const { items } = await client.suggestions.list({ ...id, active: true }, { signal });
          return items[0] ?? null;
        }),
      ),
  });
}

export function podsQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['targets.pods', id],
    queryFn: ({ signal }) =>
      enqueue(signal, async () => {
        const { items } = await client.targets.pods(id, { signal });
        return items;
      }),
  });
}
