import { type Shared, serverContext } from '../../ports/index.ts';
import type { StoredState } from '../cache/cached-store.ts';
import type { Sources } from './sources.ts';

/** The namespaces to read for background work on one of them. */
export type WorkScope = (namespace: string) => Promise<readonly string[]>;

/**
 * Background work on one namespace reads all namespaces that this replica works on, so that one cached answer serves all of
 * them. What another replica works on is read only if it is needed here.
 */
export function createWorkScope(
  shared: Pick<Shared, 'hold'> | undefined,
  stored: () => Promise<StoredState>,
  sources: Pick<Sources, 'forget'>,
): WorkScope {
  let last: readonly string[] = [];
  return async (namespace) => {
    const { namespaces } = await stored();
    if (shared === undefined) return namespaces;
    const own = namespaces.filter((one) => shared.hold(one) !== null);
    // Answers are cached by this array, and an answer for other namespaces would stay in memory.
    if (own.length !== last.length || own.some((one, index) => one !== last[index])) {
      last = own;
      sources.forget(serverContext().principal);
    }
    return last.includes(namespace) ? last : [namespace];
  };
}
