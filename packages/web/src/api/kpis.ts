import { queryOptions } from '@tanstack/react-query';
import { ApiError, type Client, secondMs } from '@trimtab/core';
import { enqueue } from './request-queue.ts';

/** The server marks an answer as `computing` while it still fills in figures. Such an answer is polled this often. */
const computingPollMs = 2 * secondMs;
/** The shortest wait after a failed call. */
const failedPollMs = 30 * secondMs;
/** A longer timer would end at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * The poll interval for these answers; false when none of them is marked as `computing`.
 *
 * @param error of the last call
 */
export const pollWhileComputing = (
  answers: readonly { computing?: boolean | undefined }[],
  error: Error | null,
): number | false =>
  answers.some(({ computing }) => computing === true) && (error === null ? computingPollMs : afterError(error));

const afterError = (error: Error): number =>
  Math.min(longestTimerMs, Math.max(failedPollMs, (error instanceof ApiError && error.retryAfterMs) || 0));

/** The KPIs of all targets, or of those of one cluster. */
export function kpisQuery(client: Client, cluster: string | null = null) {
  const query = cluster === null ? {} : { clusters: [cluster] };
  return queryOptions({
    queryKey: cluster === null ? ['views.kpis'] : ['views.kpis', query],
    queryFn: ({ signal }) => enqueue(signal, () => client.views.kpis(query, { signal })),
    refetchInterval: ({ state }) => pollWhileComputing(state.data ? [state.data] : [], state.error),
  });
}

export function namespaceKpisQuery(client: Client, namespace: string) {
  return queryOptions({
    queryKey: ['views.namespaceKpis', { namespace }],
    queryFn: ({ signal }) => enqueue(signal, () => client.views.namespaceKpis({ namespace }, { signal })),
    refetchInterval: ({ state }) => pollWhileComputing(state.data ? [state.data] : [], state.error),
  });
}
