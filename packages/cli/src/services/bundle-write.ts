import { rmSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { BundleFile } from '@trimtab/core/patch';
import { UsageError } from '../failure.ts';
import { writeFailure } from '../output/atomic-file.ts';
import { refuseFormatName } from '../output/typed-format.ts';

/** The mode of files in a git checkout. */
const fileMode = 0o644;
const otherFolder = 'Use another folder with -o FOLDER.';

/** Refuses a name of `-o` that is probably meant for stdout or as a format. */
export function refuseOtherOutput(folder: string): void {
  refuseFormatName(folder, 'folder');
  if (folder === '-') {
    throw new UsageError(
      'The export is a folder, so it cannot be written to stdout.',
      'Name the folder with -o FOLDER. trimtab patch prints patches.',
    );
  }
}

/** Refuses a folder that contains files, because these could not be distinguished from those of the bundle. */
export async function refuseFilled(folder: string, isForced: boolean): Promise<void> {
  const facts = await stat(folder).catch(() => null);
  if (facts === null) return;
  if (!facts.isDirectory()) throw new UsageError(`${folder} is a file, not a folder.`, otherFolder);
  const found = await readdir(folder).catch(() => []);
  if (found.every(isPart) || isForced) return;
  throw new UsageError(
    `${folder} is not empty.`,
    'Use another folder, or replace files of the same name with --force.',
  );
}

const partPattern = /^\.trimtab-export\.[0-9a-f-]+\.part$/;
const isPart = (name: string): boolean => partPattern.test(name);

/**
 * Writes the files of a bundle. Their paths contain only names that Kubernetes allows. They get their names when all of
 * them are on disk, so that a full disk leaves no incomplete bundle.
 */
export async function writeBundle(folder: string, files: readonly BundleFile[], isForced: boolean): Promise<void> {
  const isThere = (await stat(folder).catch(() => null)) !== null;
  const parent = isThere ? folder : dirname(folder);
  const part = join(parent, `.trimtab-export.${crypto.randomUUID()}.part`);
  // If the terminal is closed, its streams fail and the process exits before `finally` could run.
  const removeAtExit = () => rmSync(part, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  try {
    if (!isThere) await mkdir(parent, { recursive: true });
    await mkdir(part);
    await writeFiles(part, files);
    if (isThere) await moveFiles(part, folder, files, isForced);
    else await rename(part, folder);
  } catch (error) {
    throw writeFailure(folder, error, `Nothing was written. ${otherFolder}`);
  } finally {
    // Fails if `parent` is not a folder. Then there is nothing to remove.
    await rm(part, { recursive: true, force: true }).catch(() => undefined);
    process.off('exit', removeAtExit);
  }
}

async function writeFiles(folder: string, files: readonly BundleFile[]): Promise<void> {
  for (const { path, text } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flush: true });
    // Set the mode now, because the umask would remove permissions when the file is created.
    await chmod(file, fileMode);
  }
}

/** Moves the files into a folder that exists. Checks first whether all of them can be moved. */
async function moveFiles(part: string, folder: string, files: readonly BundleFile[], isForced: boolean): Promise<void> {
  await refuseFilled(folder, isForced);
  for (const { path } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    const facts = await stat(file).catch(() => null);
    if (facts?.isDirectory() === true) throw new UsageError(`${file} is a folder.`, otherFolder);
  }
  for (const { path } of files) await rename(join(part, path), join(folder, path));
}
