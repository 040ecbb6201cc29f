import type { Client } from '@trimtab/core';

/** The cluster's namespaces, by name. */
export async function listNamespaces(client: Client, { signal }: { signal: AbortSignal }) {
  const { items, total = null } = await client.namespaces.list({}, { signal });
  return { items: items.toSorted((a, b) => (a.name < b.name ? -1 : 1)), total };
}
