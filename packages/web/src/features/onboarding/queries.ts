import { queryOptions } from '@tanstack/react-query';
import type { Client, FeatureFlags } from '@trimtab/core';

/** The namespaces of the cluster. The flag decides whether the product's own namespace is included. */
export function namespacesQuery(client: Client, { includeTrimtab, namespaceFlag }: FeatureFlags) {
  return queryOptions({
    queryKey: ['namespaces.list', { includeTrimtab, namespaceFlag }],
    queryFn: ({ signal }) => client.namespaces.list({ includeOwn: includeTrimtab, flag: namespaceFlag }, { signal }),
  });
}

/** The findings of the preflight about the workloads that can be enrolled. The preflight card shows a failure. */
export function preflightQuery(client: Client, namespace: string) {
  return queryOptions({
    queryKey: ['views.preflight', { namespace }],
    queryFn: ({ signal }) => client.views.preflight({ namespace }, { signal }),
    staleTime: 0,
    meta: { onlyLogged: true },
  });
}

/** The workloads that can be enrolled in a namespace, found by a dry run. Always refetched, because the user acts on them. */
export function candidatesQuery(client: Client, namespace: string) {
  return queryOptions({
    queryKey: ['targets.candidates', { namespace }],
    queryFn: ({ signal }) => client.targets.candidates({ namespace }, { signal }),
    enabled: namespace !== '',
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
