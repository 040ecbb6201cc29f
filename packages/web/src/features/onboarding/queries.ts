import { queryOptions } from '@tanstack/react-query';
import type { Client, FeatureFlags } from '@trimtab/core';

/** The namespaces of the cluster; the flag decides whether the product's own is among them. */
export function namespacesQuery(client: Client, { includeTrimtab, namespaceFlag }: FeatureFlags) {
  return queryOptions({
    queryKey: ['namespaces.list', { includeTrimtab, namespaceFlag }],
    queryFn: ({ signal }) => client.namespaces.list({ includeOwn: includeTrimtab, flag: namespaceFlag }, { signal }),
  });
}

/** What could be enrolled in a namespace, as a dry run. Never old: what is offered here is about to be acted on. */
export function candidatesQuery(client: Client, namespace: string) {
  return queryOptions({
    queryKey: ['targets.candidates', { namespace }],
    queryFn: ({ signal }) => client.targets.candidates({ namespace }, { signal }),
    enabled: namespace !== '',
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
