import type { Client, Kpi, TargetListItem } from '@trimtab/core';
import { listKpis } from './kpis-list.ts';
import { listTargets } from './targets-list.ts';

/** What the live view shows at one moment. */
export type Snapshot = {
  kpis: readonly Kpi[];
  targets: TargetListItem[];
  incomplete: string | null;
};

/** The key figures and the targets, of a namespace or of all. */
export async function readSnapshot(
  client: Client,
  { namespace, signal }: { namespace: string | null; signal: AbortSignal },
): Promise<Snapshot> {
  const [{ items: kpis }, { items, incomplete }] = await Promise.all([
    listKpis(client, { namespace, signal }),
    listTargets(client, { namespace, mode: null, sort: 'name', limit: null, signal }),
  ]);
  return { kpis, targets: items, incomplete };
}
