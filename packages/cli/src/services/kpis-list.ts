import type { Client } from '@trimtab/core';

export async function listKpis(
  client: Client,
  { namespace, signal }: { namespace: string | null; signal: AbortSignal },
) {
  if (namespace === null) return client.views.kpis({}, { signal });
  const kpis = await client.views.namespaceKpis({ namespace }, { signal });
  const isEmpty = kpis.items.some(({ id, value }) => id === 'targets' && value === 0);
  if (isEmpty) {
    const { refuseUnknownNamespace } = await import('./unknown-namespace.ts');
    await refuseUnknownNamespace(client, namespace, signal);
  }
  return kpis;
}
