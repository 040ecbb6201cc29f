import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetMemory } from '../../adapters/kubernetes/index.ts';

/** Keeps what was last known of the targets in a file of the data folder. */
export function targetMemory(folder: string): TargetMemory {
  const file = join(folder, 'cluster-targets.json');
  return {
    read: () => readFile(file, 'utf8'),
    async write(text) {
      // A reader never finds half a file.
      await writeFile(`${file}.new`, text, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}
