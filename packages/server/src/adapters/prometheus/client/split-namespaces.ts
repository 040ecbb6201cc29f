import type { Clock, Listing } from '../../../ports/index.ts';
import { isTooMuch } from './response.ts';

/** After a split, the namespaces are read in as many parts for this long. */
const rememberedMs = 30 * 60_000;
/** After this time no batch is split, because a slow Prometheus must not get more and more queries. */
const splittingMs = 60_000;

type Read<T> = (namespaces: readonly string[] | undefined) => Promise<Listing<T>>;

/**
 * Reads many namespaces with one batch of queries. A batch that times out or is too large is read again in halves, so that
 * one slow namespace costs only its own rows. An empty list of namespaces needs no query. Rejects if no namespace can be
 * read, or for any other reason.
 */
export function createNamespaceSplitter(clock: Clock) {
  let parts = 1;
  let until = 0;

  return async <T>(namespaces: readonly string[] | undefined, read: Read<T>): Promise<Listing<T>> => {
    if (namespaces === undefined) return read(undefined);
    const started = clock.now();
    if (started >= until) parts = 1;
    const readPart = async (part: readonly string[]): Promise<Listing<T>> => {
      try {
        return await read(part);
      } catch (error) {
        if (!isTooMuch(error)) throw error;
        if (part.length === 1 || clock.now() - started >= splittingMs) {
          return { items: [], problems: [], failed: new Map(part.map((namespace) => [namespace, error])) };
        }
        const halves = inParts(part, 2);
        parts = Math.max(parts, Math.ceil(namespaces.length / (halves[0]?.length ?? 1)));
        until = clock.now() + rememberedMs;
        return merged(await Promise.all(halves.map(readPart)));
      }
    };
    const all = merged(await Promise.all(inParts(namespaces, parts).map(readPart)));
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

function inParts<T>(all: readonly T[], count: number): readonly (readonly T[])[] {
  const size = Math.max(1, Math.ceil(all.length / count));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size));
}

function merged<T>(listings: readonly Listing<T>[]): Listing<T> {
  const failed = new Map(listings.flatMap((one) => [...(one.failed ?? [])]));
  return {
    items: listings.flatMap(({ items }) => items),
    problems: [...new Set(listings.flatMap(({ problems }) => problems))],
    ...(failed.size > 0 ? { failed } : {}),
  };
}
