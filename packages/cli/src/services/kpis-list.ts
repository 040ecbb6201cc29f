import type { Client, Kpi } from '@trimtab/core';

export type KpisAnswer = {
  items: readonly Kpi[];
  /** Some figures are not whole yet. */
  computing?: boolean | undefined;
};

/** The KPIs of one namespace, or of everything. */
export async function listKpis(
  client: Client,
  { namespace, signal }: { namespace: string | null; signal: AbortSignal },
): Promise<KpisAnswer> {
  if (namespace === null) return client.views.kpis({}, { signal });
  const kpis = await client.views.namespaceKpis({ namespace }, { signal });
  const isEmpty = kpis.items.some(({ id, value }) => id === 'targets' && value === 0);
  if (isEmpty) {
    const { refuseUnknownNamespace } = await import('./unknown-namespace.ts');
    await refuseUnknownNamespace(client, namespace, signal);
  }
  return kpis;
}
