import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite-code.ts';

/**
 * Locks a folder for this process. If another process has the lock, returns null with the process id of the holder. The
 * operating system frees the lock when the process ends for any reason. Node has no file locks, but SQLite has: in
 * exclusive locking mode, a connection keeps the lock of its first write until it is closed.
 */
export function lockFolder(
  directory: string,
): { readonly release: () => void } | { readonly release: null; readonly holder: string } {
  const holderFile = join(directory, 'trimtab.pid');
  const lockFile = join(directory, 'trimtab.lock');
  const database = new DatabaseSync(lockFile);
  try {
    // Without a journal file: the content of this database does not matter.
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE;');
    database.exec('BEGIN EXCLUSIVE; PRAGMA user_version = 1; COMMIT;');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    return { release: null, holder: holderIn(holderFile) };
  }
  chmodSync(lockFile, 0o600);
  writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600 });
  return { release: () => database.close() };
}

function holderIn(file: string): string {
  try {
    return `process ${Number.parseInt(readFileSync(file, 'utf8'), 10)}`;
  } catch {
    return 'another process';
  }
}
