import {
  type Client,
  compareText,
  featureFlags,
  isInClusters,
  isSystemNamespace,
  loadConfiguration,
} from '@trimtab/core';
import type { Context } from '../context.ts';
import { UsageError } from '../failure.ts';
import { lazyFetch } from '../http/fetch.ts';

/** Rejects if the API does not have one of these clusters. */
export async function checkClusters(
  { api, http }: Pick<Context, 'api' | 'http'>,
  names: readonly string[],
): Promise<void> {
  const configuration = await loadConfiguration({
    fetch: lazyFetch(http),
    url: `${api}/config.json`,
    ...(http.timeoutMs == null ? {} : { deadlineMs: http.timeoutMs }),
  });
  const { clusters } = featureFlags(configuration);
  const unknown = names.find((name) => !clusters.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(
    clusters.length === 0 ? 'This API does not name its clusters.' : `This API has no cluster "${unknown}".`,
    clusters.length === 0 ? 'Remove --cluster.' : `It has ${clusters.join(', ')}.`,
  );
}

/** The namespaces of these clusters, sorted, without those of the clusters themselves and of add-ons. */
export async function applicationNamespaces(client: Client, clusters: readonly string[]): Promise<readonly string[]> {
  const { items } = await client.namespaces.list({});
  const names = items.map(({ name }) => name);
  return names.filter((name) => isInClusters(name, clusters) && !isSystemNamespace(name)).toSorted(compareText);
}
