import { ApiError, type Client, InvalidResponseError } from '@trimtab/core';
import { UsageError } from '../failure.ts';

/**
 * Called after an empty response about a namespace: a mistyped name must not look like an empty namespace. Does nothing if
 * the API does not list its namespaces.
 */
export async function refuseUnknownNamespace(client: Client, namespace: string): Promise<void> {
  const known = await client.namespaces
    .list({ includeOwn: true })
    .catch((error: unknown) => {
      // Other servers have another name for this parameter.
      if (error instanceof ApiError && error.status === 400) return client.namespaces.list({});
      throw error;
    })
    .catch((error: unknown) => {
      if (error instanceof ApiError || error instanceof InvalidResponseError) return { items: [] };
      throw error;
    });
  if (known.items.length === 0 || known.items.some(({ name }) => name === namespace)) return;
  throw new UsageError(`There is no namespace ${namespace}.`, 'To list the namespaces: trimtab namespaces');
}
