import { rmSync } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCode } from '../config/system-code.ts';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';

const reasons = new Map([
  ['EACCES', 'permission is missing'],
  ['EPERM', 'permission is missing'],
  ['EROFS', 'the file system cannot be written'],
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'there is no such folder'],
  ['EEXIST', 'a file has the name of a folder'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the quota is used up'],
  ['EFBIG', 'the file is too large for its file system'],
]);

/** What a failed system call means for the user. Any other error is returned unchanged. */
export function writeFailure(path: string, error: unknown, next: string): unknown {
  const code = systemCode(error);
  if (code === null) return error;
  return new CliError(`${path} could not be written: ${reasons.get(code) ?? code}.`, exitCode.api, next);
}

const failure = (path: string, error: unknown): unknown =>
  writeFailure(path, error, 'Use another file with -o FILE. The incomplete file was removed.');

async function refuseExisting(path: string, isForced: boolean): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (found.isDirectory()) throw new UsageError(`${path} is a folder.`, 'Use the name of a file.');
  // Renaming the temporary file would replace a device or socket.
  if (!found.isFile() && !found.isSymbolicLink()) {
    throw new UsageError(`${path} is not a regular file.`, 'Use another file, or write to stdout with -o -.');
  }
  if (!isForced) throw new UsageError(`${path} already exists.`, 'Use another file, or replace it with --force.');
}

/**
 * Opens a file that gets its name only when it is complete. The flag `x` refuses a link that someone has prepared. With
 * the flag `a`, writing continues at the start of the file after `restart` has truncated it.
 */
export async function openAtomic(path: string, isForced: boolean, mode = 0o600) {
  await refuseExisting(path, isForced);
  const part = join(dirname(path), `.${basename(path)}.${crypto.randomUUID().slice(-12)}.part`);
  let handle: FileHandle;
  try {
    handle = await open(part, 'ax', 0o600);
  } catch (error) {
    throw failure(path, error);
  }
  // If the terminal is closed, its streams fail and the process exits before `discard` could run.
  const removeAtExit = () => rmSync(part, { force: true });
  process.once('exit', removeAtExit);
  /** Removes the temporary file after a failure. */
  const discard = async () => {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
    process.off('exit', removeAtExit);
  };
  const guarded = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      await discard();
      throw failure(path, error);
    }
  };
  return {
    write: (chunk: Uint8Array) => guarded(() => handle.writeFile(chunk)),
    /** Discards everything written so far. */
    restart: () => guarded(() => handle.truncate(0)),
    /** Flushes the file and gives it its name. */
    commit: () =>
      guarded(async () => {
        // Set the mode now, because the umask would remove permissions when the file is opened.
        if (mode !== 0o600) await handle.chmod(mode);
        await handle.sync();
        await handle.close();
        await (isForced ? rename(part, path) : renameWithoutReplacing(part, path));
        process.off('exit', removeAtExit);
      }),
    discard,
  };
}

/** A hard link fails if the name exists; a rename would replace the file. Some file systems have no hard links. */
async function renameWithoutReplacing(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
    await rm(part, { force: true });
  } catch (error) {
    if (systemCode(error) === 'EEXIST') {
      throw new UsageError(`${path} already exists.`, 'Use another file, or replace it with --force.');
    }
    await refuseExisting(path, false);
    await rename(part, path);
  }
}
