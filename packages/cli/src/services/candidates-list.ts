import type { Candidates, Client } from '@trimtab/core';

/** The workloads that can be enrolled in a namespace. */
export async function listCandidates(client: Client, { namespace }: { namespace: string }): Promise<Candidates> {
  const candidates = await client.targets.candidates({ namespace });
  if (candidates.items.length === 0) {
    const { refuseUnknownNamespace } = await import('./unknown-namespace.ts');
    await refuseUnknownNamespace(client, namespace);
  }
  return candidates;
}
