import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type TargetListItem, targetKey } from '@trimtab/core';
import { useCallback, useSyncExternalStore } from 'react';

type Status = TargetListItem['status'];
type Listed = { readonly items: readonly { namespace: string; name: string; status: Status }[] };

/** The lists that contain a status: that of one namespace, and that of all targets. */
const listKeys: readonly unknown[] = ['views.namespaceTargets', 'views.targets'];

const knownOf = new WeakMap<QueryClient, ReadonlyMap<string, Status>>();

/** The statuses in the lists that are loaded, by `namespace/name`. The newest list wins. Sends no request. */
function readStatuses(client: QueryClient): ReadonlyMap<string, Status> {
  const cached = knownOf.get(client);
  if (cached !== undefined) return cached;
  const lists = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => listKeys.includes(queryKey[0]) && state.data !== undefined })
    .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  const statuses = new Map<string, Status>();
  for (const { queryKey } of lists) {
    const data = client.getQueryData<Listed | InfiniteData<Listed>>(queryKey);
    const pages = data === undefined ? [] : 'pages' in data ? data.pages : [data];
    for (const target of pages.flatMap(({ items }) => items)) statuses.set(targetKey(target), target.status);
  }
  knownOf.set(client, statuses);
  return statuses;
}

/** The statuses of targets that other components have already loaded, by `namespace/name`. */
export function useKnownStatuses(): ReadonlyMap<string, Status> {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => {
      knownOf.delete(client);
      return client.getQueryCache().subscribe((event) => {
        const isNew = event.type === 'updated' && event.action.type === 'success';
        if (!isNew || !listKeys.includes(event.query.queryKey[0])) return;
        knownOf.delete(client);
        onChange();
      });
    },
    [client],
  );
  return useSyncExternalStore(subscribe, () => readStatuses(client));
}
