import type { Clock, Listing } from '../../../ports/index.ts';
import { isTooMuch } from './response.ts';

/** After a split, at most as many namespaces are read together for this long. */
const rememberedMs = 30 * 60_000;
/** After this time no batch is split, because a slow Prometheus must not get more and more queries. */
const splittingMs = 60_000;
/** After this time, a batch that times out is the last one. */
const givingUpMs = 120_000;

type Read<T> = (namespaces: readonly string[] | undefined) => Promise<Listing<T>>;

/**
 * Reads many namespaces with one batch of queries. A batch that times out or is too large is read again in halves, so that
 * one slow namespace costs only its own rows, and the others are read in batches of this size. Batches are read one after
 * the other, because parallel ones would wait for each other until they time out. An empty list of namespaces needs no
 * query. Rejects if no namespace can be read, or for any other reason.
 */
export function createNamespaceSplitter(clock: Clock) {
  let most = Number.POSITIVE_INFINITY;
  let until = 0;

  return async <T>(namespaces: readonly string[] | undefined, read: Read<T>): Promise<Listing<T>> => {
    if (namespaces === undefined) return read(undefined);
    const started = clock.now();
    // A longer time means that the clock was set back.
    if (started >= until || until - started > rememberedMs) most = Number.POSITIVE_INFINITY;
    const batches = namespaces.length === 0 ? [] : [namespaces];
    const listings: Listing<T>[] = [];
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      if (batch.length > most) {
        batches.unshift(...inBatches(batch, most));
        continue;
      }
      try {
        listings.push(await read(batch));
      } catch (error) {
        if (!isTooMuch(error)) throw error;
        const elapsed = clock.now() - started;
        if (batch.length > 1 && elapsed < splittingMs) {
          most = Math.ceil(batch.length / 2);
          until = clock.now() + rememberedMs;
          batches.unshift(batch);
        } else {
          const unread = elapsed < givingUpMs ? batch : [batch, ...batches.splice(0)].flat();
          listings.push({ items: [], problems: [], failed: new Map(unread.map((namespace) => [namespace, error])) });
        }
      }
    }
    const all = merged(listings);
    const [first] = all.failed?.values() ?? [];
    if (first !== undefined && all.failed?.size === namespaces.length) throw first;
    return all;
  };
}

/** Rejects if a namespace failed. For answers in which a missing item means that nothing happened. */
export function whole<T>(listing: Listing<T>): Listing<T> {
  for (const error of listing.failed?.values() ?? []) throw error;
  return listing;
}

/** Batches of almost the same size. */
function inBatches<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const size = Math.ceil(all.length / Math.ceil(all.length / most));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, batch) =>
    all.slice(batch * size, (batch + 1) * size),
  );
}

function merged<T>(listings: readonly Listing<T>[]): Listing<T> {
  const failed = new Map(listings.flatMap((one) => [...(one.failed ?? [])]));
  return {
    items: listings.flatMap(({ items }) => items),
    problems: [...new Set(listings.flatMap(({ problems }) => problems))],
    ...(failed.size > 0 ? { failed } : {}),
  };
}
