import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetMemory } from '../../adapters/kubernetes/index.ts';
import { commonWork, holdOn, type Shared } from '../../ports/index.ts';

type Place = { readonly shared: Shared | undefined; readonly folder: string };

/**
 * Stores the last known targets: in the database of several replicas, because each may be replaced by one with an empty data
 * folder, or else in the data folder. `cluster`: null if the server reads one cluster.
 */
export const targetMemory = ({ shared, folder }: Place, cluster: string | null): TargetMemory =>
  shared === undefined ? targetMemoryFile(folder, cluster) : sharedTargetMemory(shared, cluster ?? '');

/** One replica writes for all of them. */
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
