import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian puts the programs of each version of the server here, not on PATH. */
const debianFolder = '/usr/lib/postgresql';

/**
 * The folder with the programs of PostgreSQL: `POSTGRES_BIN`, else the first on PATH, else the newest of Debian's, also
 * below the folders in `roots`; null if there is none.
 */
export function findPostgres(...roots: readonly string[]): string | null {
  const named = process.env['POSTGRES_BIN'];
  const folders = [
    ...(named ? [named] : []),
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...['/', ...roots].flatMap((root) => versionsIn(join(root, debianFolder))),
  ];
  return (
    folders.find((folder) => folder !== '' && ['postgres', 'initdb'].every((one) => canRun(join(folder, one)))) ?? null
  );
}

function versionsIn(folder: string): readonly string[] {
  try {
    const versions = readdirSync(folder).toSorted((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(folder, version, 'bin'));
  } catch {
    return [];
  }
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
