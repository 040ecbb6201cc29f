import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { exitCode } from '../exit-code.ts';
import { CliError } from '../failure.ts';
import { systemCode } from './system-code.ts';
import { unwritable } from './unwritable.ts';

/** The files of this program are small. A larger file was not written by it. */
const maxBytes = 1_000_000;

/** A file that must not be used as it is. The next step is the command that fixes it. */
class UnsafeFileError extends CliError {
  override name = 'UnsafeFileError';

  constructor(message: string, next: string) {
    super(message, exitCode.denied, next);
  }
}

/** Quoted for a shell, so that the suggested command can be pasted. */
const quoted = (path: string): string => (/^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

/** Windows has no such owners and modes. There the access list of the user's profile keeps files private. */
const hasModes = process.platform !== 'win32';

function refuseUnlessOurs(path: string, stats: Stats, mode: '600' | '700'): void {
  if (!hasModes) return;
  if (stats.uid !== process.geteuid?.()) {
    throw new UnsafeFileError(
      `${path} belongs to another user, so it is not used.`,
      `Remove it: rm -r ${quoted(path)}`,
    );
  }
  if ((stats.mode & 0o077) !== 0) {
    throw new UnsafeFileError(
      `${path} is accessible to other users, so it is not used.`,
      `Restrict it: chmod ${mode} ${quoted(path)}`,
    );
  }
}

function openToRead(path: string): number | null {
  try {
    // O_NONBLOCK: opening a named pipe must not block.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'ELOOP') {
      throw new UnsafeFileError(`${path} is a symbolic link, so it is not used.`, `Remove it: rm ${quoted(path)}`);
    }
    throw new UnsafeFileError(
      `${path} cannot be read (${code ?? 'unknown'}).`,
      'Change its permissions so that you can read it.',
    );
  }
}

/** The text of a file with secrets; null if it does not exist. Refuses links and files that others can access. */
export function readPrivate(path: string): string | null {
  const file = openToRead(path);
  if (file === null) return null;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes) {
      throw new UnsafeFileError(
        `${path} was not written by trimtab, so it is not used.`,
        `Remove it: rm ${quoted(path)}`,
      );
    }
    refuseUnlessOurs(path, stats, '600');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/**
 * Creates the missing folders of a path. It does not use `recursive` of mkdir, because Node 24 loops forever on file
 * systems such as /proc, which report that a new folder does not exist.
 */
function makeMissing(path: string): void {
  const above = dirname(path);
  if (above !== path && statSync(above, { throwIfNoEntry: false }) === undefined) makeMissing(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process has created it meanwhile.
    if (systemCode(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    throw error;
  }
  // The umask may have removed permissions of the owner.
  chmodSync(path, 0o700);
}

/** Creates a folder, and missing parents, that only the owner can access. */
export function makeFolder(path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) makeMissing(path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Creates a folder for secrets. Refuses a link and a folder that others can access. */
export function preparePrivateFolder(path: string): void {
  makeFolder(path);
  refuseUnlessOurs(path, lstatSync(path), '700');
}

/** Writes a file atomically, readable by its owner only: to a temporary file first, which is then renamed. */
export function writePrivate(path: string, text: string): void {
  makeFolder(dirname(path));
  const temporary = `${path}.${process.pid}.${crypto.randomUUID()}.tmp`;
  try {
    const file = openSync(
      temporary,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      // The umask may have removed permissions of the owner.
      fchmodSync(file, 0o600);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw unwritable(path, error);
  }
}

/** Returns false if there was nothing to remove. */
export function removePrivate(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return false;
    throw unwritable(path, error);
  }
}
