import { getOrInsert } from '../../../get-or-insert.ts';
import { digest } from '../../../hex.ts';
import type { StoredState } from '../../cache/cached-store.ts';
import { rowsFormat } from './stored-rows.ts';

/** For each namespace a hash of the enrolled targets and the settings from which its rows are computed. */
export type NamespaceBasis = (now: StoredState) => Promise<ReadonlyMap<string, string>>;

export function createNamespaceBasis(): NamespaceBasis {
  const known = new WeakMap<StoredState, Promise<ReadonlyMap<string, string>>>();
  return (now) => getOrInsert(known, now, () => computeBasis(now));
}

async function computeBasis({ byNamespace, settings }: StoredState): Promise<ReadonlyMap<string, string>> {
  const all = [...byNamespace].map(
    async ([namespace, records]) => [namespace, await digest([rowsFormat, settings, records])] as const,
  );
  return new Map(await Promise.all(all));
}
