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

/** A file of ours is small; a larger one is not ours. */
const largestBytes = 1_000_000;

/** A file of ours that must not be used as it is. The next step is the one thing to do about it. */
export class UnsafeFileError extends CliError {
  override name = 'UnsafeFileError';

  constructor(message: string, next: string) {
    super(message, exitCode.denied, next);
  }
}

/** Quoted for a shell, so that the remedy can be pasted. */
const quoted = (path: string): string => (/^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

/** Windows has neither owners nor modes of this kind: a user's profile is private there by its access list. */
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
      `${path} can be reached by others, so it is not used.`,
      `Take it back: chmod ${mode} ${quoted(path)}`,
    );
  }
}

function openToRead(path: string): number | null {
  try {
    // O_NONBLOCK: a pipe in its place must not hold us up.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'ELOOP') {
      throw new UnsafeFileError(`${path} is a symbolic link, so it is not used.`, `Remove it: rm ${quoted(path)}`);
    }
    throw new UnsafeFileError(`${path} cannot be read (${code ?? 'unknown'}).`, 'Give yourself the right to read it.');
  }
}

/** The text of a file that holds secrets; null when there is none. Never follows a link, never reads what others can. */
export function readPrivate(path: string): string | null {
  const file = openToRead(path);
  if (file === null) return null;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > largestBytes) {
      throw new UnsafeFileError(`${path} is no file of trimtab's, so it is not used.`, `Remove it: rm ${quoted(path)}`);
    }
    refuseUnlessOurs(path, stats, '600');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/**
 * Makes what is missing of a path. Not by mkdir's own `recursive`: where a file system says of a new folder that it is
 * not there, as /proc does, Node 24 tries again for ever.
 */
function makeMissing(path: string): void {
  const above = dirname(path);
  if (above !== path && statSync(above, { throwIfNoEntry: false }) === undefined) makeMissing(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was quicker.
    if (systemCode(error) === 'EEXIST' && statSync(path).isDirectory()) return;
    throw error;
  }
  // A umask may have taken the owner's own rights away.
  chmodSync(path, 0o700);
}

/** Makes a folder that only its owner can enter, with those above it. */
export function makeFolder(path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) makeMissing(path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Makes a folder for secrets; one that others can enter, or a link, is refused. */
export function preparePrivateFolder(path: string): void {
  makeFolder(path);
  refuseUnlessOurs(path, lstatSync(path), '700');
}

/** Writes a file anew, whole or not at all, readable by its owner only: beside it first, then in its place. */
export function writePrivate(path: string, text: string): void {
  makeFolder(dirname(path));
  const beside = `${path}.${process.pid}.${crypto.randomUUID()}.tmp`;
  try {
    const file = openSync(
      beside,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o600,
    );
    try {
      // Whatever a umask has taken away.
      fchmodSync(file, 0o600);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw unwritable(path, error);
  }
}

/** Whether there was anything to remove. */
export function removePrivate(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return false;
    throw unwritable(path, error);
  }
}
