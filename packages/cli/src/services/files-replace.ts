import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import type { RepositoryFile } from '../manifests/manifest-file.ts';
import { openAtomic } from '../output/atomic-file.ts';

type Texts = { readonly before: readonly RepositoryFile[]; readonly changed: readonly RepositoryFile[] };

/** Replaces files. All new texts are on disk first, so that a full disk leaves every file as it was. */
export async function replaceFiles(root: string, { before, changed }: Texts): Promise<void> {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  const open: { path: string; file: Awaited<ReturnType<typeof openAtomic>> }[] = [];
  const replaced: string[] = [];
  try {
    for (const { path, text } of changed) {
      const target = join(root, path);
      const found = await lstat(target);
      if (!found.isFile() || !(await readFile(target)).equals(Buffer.from(texts.get(path) ?? '')))
        throw new CliError(`${path} was changed by another program.`, exitCode.partial);
      const file = await openAtomic(target, true, found.mode & 0o7777);
      open.push({ path, file });
      await file.write(Buffer.from(text));
    }
    for (const { path, file } of open) {
      await file.commit();
      replaced.push(path);
    }
  } catch (error) {
    await Promise.all(open.filter(({ path }) => !replaced.includes(path)).map(({ file }) => file.discard()));
    throw unfinished(error, replaced);
  }
}

function unfinished(error: unknown, replaced: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  const state =
    replaced.length === 0 ? 'No file was changed.' : `Only these files were changed: ${replaced.join(', ')}.`;
  return new CliError(error.message, exitCode.partial, `${state} git diff shows the changes.`);
}
