import type { Client, Kpi } from '@trimtab/core';

/** The KPIs of one namespace, or of everything. */
export async function listKpis(
  client: Client,
  { namespace, signal }: { namespace: string | null; signal: AbortSignal },
): Promise<readonly Kpi[]> {
  const { items } =
    namespace === null
      ? await client.views.kpis({}, { signal })
      : await client.views.namespaceKpis({ namespace }, { signal });
  return items;
}
