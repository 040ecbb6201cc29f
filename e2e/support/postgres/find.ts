import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { isExecutable, namedProgram } from '../../../scripts/provision/executable.ts';

/** Debian puts the programs of each version of the server here, not on PATH. */
const debianFolder = '/usr/lib/postgresql';

/**
 * The folder with the programs of PostgreSQL: `POSTGRES_BIN`, else the first on PATH, else the newest of Debian's, also
 * below the folders in `roots`; null if there is none.
 */
export function findPostgres(...roots: readonly string[]): string | null {
  const named = namedProgram('POSTGRES_BIN', hasPrograms);
  if (named !== null) return named;
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...['/', ...roots].flatMap((root) => versionsIn(join(root, debianFolder))),
  ];
  return folders.find(hasPrograms) ?? null;
}

/** The folder with the programs of a package that was unpacked into `root`, or null. */
export const unpackedPostgres = (root: string): string | null =>
  versionsIn(join(root, debianFolder)).find(hasPrograms) ?? null;

const hasPrograms = (folder: string): boolean =>
  folder !== '' && ['postgres', 'initdb'].every((one) => isExecutable(join(folder, one)));

function versionsIn(folder: string): readonly string[] {
  try {
    const versions = readdirSync(folder).toSorted((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(folder, version, 'bin'));
  } catch {
    return [];
  }
}
