import { featureFlags, loadConfiguration } from '@trimtab/core';
import type { Context } from '../context.ts';
import { UsageError } from '../failure.ts';
import { lazyFetch } from '../http/fetch.ts';

/** The clusters of --cluster, if the API has them. Without the option: undefined, and no request. */
export async function knownClusters(
  { api, http }: Pick<Context, 'api' | 'http'>,
  wanted: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (wanted === undefined) return undefined;
  const configuration = await loadConfiguration({
    fetch: lazyFetch(http),
    url: `${api}/config.json`,
    ...(http.timeoutMs == null ? {} : { deadlineMs: http.timeoutMs }),
  });
  const { clusters } = featureFlags(configuration);
  const unknown = wanted.find((name) => !clusters.includes(name));
  if (unknown === undefined) return wanted;
  throw new UsageError(
    clusters.length === 0 ? 'This API does not name its clusters.' : `This API has no cluster "${unknown}".`,
    clusters.length === 0 ? 'Remove --cluster.' : `It has ${clusters.join(', ')}.`,
  );
}
