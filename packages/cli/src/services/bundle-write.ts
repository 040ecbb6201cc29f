import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BundleFile } from '@trimtab/core/patch';
import { UsageError } from '../failure.ts';
import { openAtomic } from '../output/atomic-file.ts';

const bytes = new TextEncoder();
/** The mode of files in a git checkout. */
const fileMode = 0o644;

/** Refuses a folder that contains files, because these could not be distinguished from those of the bundle. */
export async function refuseFilled(folder: string, isForced: boolean): Promise<void> {
  const found = await readdir(folder).catch(() => []);
  if (found.length === 0 || isForced) return;
  throw new UsageError(
    `${folder} is not empty.`,
    'Use another folder, or replace files of the same name with --force.',
  );
}

/** Writes the files of a bundle. Their paths contain only names that Kubernetes allows. */
export async function writeBundle(folder: string, files: readonly BundleFile[], isForced: boolean): Promise<void> {
  for (const { path, text } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    const opened = await openAtomic(file, isForced, fileMode);
    await opened.write(bytes.encode(text));
    await opened.commit();
  }
}
