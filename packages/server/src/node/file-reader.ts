import { readFile, stat } from 'node:fs/promises';
import { StartError } from './start-errors.ts';

/** Reads the file of an option once, as text. Throws `StartError`. */
export async function readOptionFile(flag: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`The file of ${flag} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
}

/** Reads a file with certificates or a key; null without a path. Throws `StartError`. */
export async function readPemFile(
  flag: string,
  path: string | null,
  kind: 'CERTIFICATE' | 'PRIVATE KEY',
): Promise<string | null> {
  if (path === null) return null;
  const text = await readOptionFile(flag, path);
  if (!new RegExp(`-----BEGIN [A-Z ]*${kind}-----`).test(text)) {
    throw new StartError(`The file of ${flag} contains no ${kind.toLowerCase()} in PEM format.`);
  }
  return text;
}

/** Reads the file again only when it has changed. Kubernetes renews a token by replacing its file. */
export function fileReader(flag: string, path: string): () => Promise<string> {
  let cached = { version: '', text: '' };
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const version = `${mtimeMs} ${size} ${ino}`;
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
