import { type Candidates, type Client } from '@trimtab/core';

/** What could be enrolled in a namespace: a dry run, nothing is written. */
export async function listCandidates(
  client: Client,
  { namespace, signal }: { namespace: string; signal: AbortSignal },
): Promise<Candidates> {
  return client.targets.candidates({ namespace }, { signal });
}
