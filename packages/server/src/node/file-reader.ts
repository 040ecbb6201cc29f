import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { StartError } from './start-errors.ts';

/** Reads the file of an option once, as text. Throws `StartError`. */
export async function readOptionFile(flag: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`The file of ${flag} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
}

/**
 * Reads a file with certificates or a key now, and again when it has changed, because authorities renew certificates while the
 * server runs. A file that cannot be read later, for example because it is just being replaced, counts as unchanged. Null
 * without a path. Throws `StartError` if the first read fails.
 */
export async function pemReader(
  flag: string,
  path: string | null,
  kind: 'CERTIFICATE' | 'PRIVATE KEY',
): Promise<(() => string) | null> {
  if (path === null) return null;
  const isPem = (text: string) => new RegExp(`-----BEGIN [A-Z ]*${kind}-----`).test(text);
  let current = { version: '', text: await readOptionFile(flag, path) };
  if (!isPem(current.text))
    throw new StartError(`The file of ${flag} contains no ${kind.toLowerCase()} in PEM format.`);
  return () => {
    try {
      const version = versionOf(statSync(path));
      if (version === current.version) return current.text;
      const text = readFileSync(path, 'utf8');
      if (isPem(text)) current = { version, text };
    } catch {
      // The next connection tries again.
    }
    return current.text;
  };
}

const versionOf = ({ mtimeMs, size, ino }: { mtimeMs: number; size: number; ino: number }): string =>
  `${mtimeMs} ${size} ${ino}`;

/** Reads the file again only when it has changed. Kubernetes renews a token by replacing its file. */
export function fileReader(flag: string, path: string): () => Promise<string> {
  let cached = { version: '', text: '' };
  return async () => {
    try {
      const version = versionOf(await stat(path));
      if (version !== cached.version) cached = { version, text: await readFile(path, 'utf8') };
      return cached.text;
    } catch (error) {
      throw new StartError(`The file of ${flag} cannot be read: ${reasonOf(error)}.`, { cause: error });
    }
  };
}

export function reasonOf(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : '') {
    case 'ENOENT':
      return 'the file does not exist';
    case 'EACCES':
      return 'this account may not read it';
    case 'EISDIR':
      return 'the path is a folder';
    default:
      return 'the read failed';
  }
}
