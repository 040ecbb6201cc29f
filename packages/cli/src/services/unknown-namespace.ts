import { ApiError, type Client, InvalidResponseError } from '@trimtab/core';
import { UsageError } from '../failure.ts';

/**
 * Called when an answer about a namespace holds nothing: a name that the cluster does not have is a slip of the pen and
 * must not pass for an empty namespace. Where the API does not tell its namespaces, nothing is proven.
 */
export async function refuseUnknownNamespace(client: Client, namespace: string, signal: AbortSignal): Promise<void> {
  const known = await client.namespaces.list({ includeOwn: true }, { signal }).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof InvalidResponseError) return { items: [] };
    throw error;
  });
  if (known.items.length === 0 || known.items.some(({ name }) => name === namespace)) return;
  throw new UsageError(`There is no namespace ${namespace}.`, 'trimtab namespaces lists them.');
}
