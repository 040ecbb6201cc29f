import { lstat, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { createLimiter } from '@trimtab/core';
import { systemCode } from '../config/system-code.ts';
import type { RepositoryFile } from '../manifests/manifest-file.ts';
import { type Checkout, listFiles } from './git-checkout.ts';

/** Larger files are data or generated. */
const largestFile = 4 * 2 ** 20;
const maxParallelReads = 32;

const isManifestName = /\.(ya?ml|json)$|(^|\/)Kustomization$/i;
const foreignFolders = /(^|\/)(node_modules|vendor|\.git)\//;

/** A file that could not be read, with the reason. */
export type Unread = { readonly path: string; readonly reason: string };

/** The YAML and JSON files of a checkout, and those that could not be read. */
export async function readRepository(
  checkout: Checkout,
): Promise<{ readonly files: readonly RepositoryFile[]; readonly unread: readonly Unread[] }> {
  const root = await realpath(checkout.root);
  const limiter = createLimiter(maxParallelReads);
  const paths = (await listFiles(checkout)).filter((path) => isManifestName.test(path) && !foreignFolders.test(path));
  const all = (await Promise.all(paths.map((path) => limiter(() => readText(root, path))))).flat();
  return {
    files: all.filter((one) => 'text' in one),
    unread: all.filter((one) => 'reason' in one).filter(({ path }) => !/json$/i.test(path)),
  };
}

/** Returns nothing unless the path is a regular file: a symbolic link could lead outside the checkout. */
async function readText(root: string, path: string): Promise<(RepositoryFile | Unread)[]> {
  const file = join(root, path);
  try {
    const found = await lstat(file);
    if (!found.isFile() || (await realpath(file)) !== file) return [];
    if (found.size > largestFile) return [{ path, reason: 'it is larger than 4 MiB' }];
    const bytes = await readFile(file);
    return [{ path, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }];
  } catch (error) {
    if (error instanceof TypeError) return [{ path, reason: 'its text is not UTF-8' }];
    const code = systemCode(error);
    // A tracked file can be absent from the working tree.
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? []
      : [{ path, reason: `it could not be read (${code ?? 'unknown'})` }];
  }
}
