import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetMemory } from '../../adapters/kubernetes/index.ts';
import { commonWork, holdOn, type Shared } from '../../ports/index.ts';

type Place = { readonly shared: Shared | undefined; readonly folder: string };

/**
 * Stores the last known targets for the next start of the server. With several replicas, they are in the database, because a
 * new replica has an empty data folder. Without, they are in the data folder. `cluster` is null if the server reads only one.
 */
export const targetMemory = ({ shared, folder }: Place, cluster: string | null): TargetMemory =>
  shared === undefined ? targetMemoryFile(folder, cluster) : sharedTargetMemory(shared, cluster ?? '');

/** In the database. Only one of the replicas writes at a time. */
function sharedTargetMemory(shared: Shared, cluster: string): TargetMemory {
  const hold = () => holdOn(shared, commonWork);
  return {
    read: async () => (await shared.knownTargets(cluster)) ?? '',
    async write(text) {
      const current = hold();
      if (current !== null) await shared.saveKnownTargets(cluster, text, current);
    },
    isOurs: () => hold() !== null,
  };
}

/** In a file of the data folder. */
function targetMemoryFile(folder: string, cluster: string | null): TargetMemory {
  const file = join(folder, `cluster-targets${cluster === null ? '' : `-${cluster}`}.json`);
  return {
    read: () => readFile(file, 'utf8'),
    async write(text) {
      // Renaming the complete file keeps readers from seeing an incomplete one.
      await writeFile(`${file}.new`, text, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}
