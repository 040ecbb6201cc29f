import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetMemory } from '../../adapters/kubernetes/index.ts';

/** Stores the last known targets in a file of the data folder. `cluster`: null if the server reads one cluster. */
export function targetMemoryFile(folder: string, cluster: string | null): TargetMemory {
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
