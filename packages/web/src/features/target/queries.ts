import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  ApiError,
  appendReading,
  CanceledError,
  type Client,
  type CurrentMetrics,
  type EnhancedTarget,
  isWorkloadMissing,
  type Suggestion,
  secondMs,
  type UtilizationHistory,
  workloadMissingText,
} from '@trimtab/core';
import { enqueue } from '../../api/request-queue.ts';

/*
 * The queries of the detail page of one target. None has a `refetchInterval`: several components read the same query,
 * and each would poll separately. Instead, one component sets the interval of each query.
 */

/** The poll intervals while the browser tab is visible. */
export const pollMs = { target: 10 * secondMs, suggestions: 30 * secondMs, reliability: 300 * secondMs } as const;

/** Identifies a target. */
export type TargetId = { namespace: string; name: string };

/** The answer of the target call. `workloadMissing`: the target exists, its workload does not. `unknown`: no such target. */
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
 * Runs another call about a target. If the target or its workload does not exist, that call may fail for the same reason,
 * which the page already shows. Then this function rejects with `CanceledError`, so that no second message is shown. Any
 * other failure is reported.
 */
export async function cancelIfTargetMissing<T>(
  { client, queryClient, id }: { client: Client; queryClient: QueryClient; id: TargetId },
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isNotFound(error) && !isWorkloadMissing(error)) throw error;
    const options = targetQuery(client, id);
    const state = queryClient.getQueryState(options.queryKey);
    // If the target call is still running, wait for its answer. If it failed, do not repeat it.
    const isFetching = state?.data === undefined && state?.fetchStatus === 'fetching';
    const target = isFetching ? await queryClient.fetchQuery(options).catch(() => null) : state?.data;
    throw !target || target.outcome === 'found' ? error : new CanceledError({ cause: error });
  }
}

/** The recent usage of every container resource, by `historyKey`. */
export type Histories = ReadonlyMap<string, UtilizationHistory>;
/** The current usage of a target and the history of earlier readings. */
export type Readings = { readonly current: CurrentMetrics; readonly histories: Histories };

/** A key that is unique even if the names contain separators. */
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

/** The current usage of the containers. Every answer appends one reading to the histories. */
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

function suggestionsQuery(client: Client, id: TargetId) {
  return queryOptions({
    queryKey: ['suggestions.list', { ...id, active: true }],
    queryFn: ({ signal, client: queryClient }) =>
      cancelIfTargetMissing({ client, queryClient, id }, () =>
        enqueue(signal, async () => {
          const { items, reason } = await client.suggestions.list({ ...id, active: true }, { signal });
          return { suggestion: items[0] ?? null, reason: reason ?? null };
        }),
      ),
  });
}

/** The current suggestion; null if there is none. */
export const suggestionQuery = (client: Client, id: TargetId) => ({
  ...suggestionsQuery(client, id),
  select: ({ suggestion }: SuggestionAnswer) => suggestion,
});

/** Why there is no current suggestion; null if there is one, or if the server does not say why. */
export const noSuggestionQuery = (client: Client, id: TargetId) => ({
  ...suggestionsQuery(client, id),
  select: ({ reason }: SuggestionAnswer) => reason,
});

type SuggestionAnswer = { readonly suggestion: Suggestion | null; readonly reason: string | null };

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
