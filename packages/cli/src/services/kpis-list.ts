import type { Client, Kpi } from '@trimtab/core';

/** The KPIs of one namespace, or of everything. */
export async function listKpis(
  client: Client,
  { namespace, signal }: { namespace: string | null; signal: AbortSignal },
): Promise<readonly Kpi[]> {
  if (namespace === null) return (await client.views.kpis({}, { signal })).items;
  const { items } = await client.views.namespaceKpis({ namespace }, { signal });
  const isEmpty = items.some(({ id, value }) => id === 'targets' && value === 0);
  if (isEmpty) {
    const { refuseUnknownNamespace } = await import('./namespace-known.ts');
    await refuseUnknownNamespace(client, namespace, signal);
  }
  return items;
}
