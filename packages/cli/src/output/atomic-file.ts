import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exitCode } from '../exit-code.ts';
import { CliError, UsageError } from '../failure.ts';

/** A file that exists under its name only when it is whole. */
export type AtomicFile = {
  write(chunk: Uint8Array): Promise<void>;
  /** Forgets what was written. */
  restart(): Promise<void>;
  /** Everything is on the disk: give it its name. */
  commit(): Promise<void>;
  /** After a failure: nothing is left behind. */
  discard(): Promise<void>;
};

const reasons = new Map([
  ['EACCES', 'permission is missing'],
  ['EPERM', 'permission is missing'],
  ['EROFS', 'the file system cannot be written'],
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'there is no such folder'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the quota is used up'],
  ['EFBIG', 'the file is too large for its file system'],
]);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function failure(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === '') return error;
  const reason = reasons.get(code) ?? code;
  return new CliError(
    `${path} could not be written: ${reason}.`,
    exitCode.api,
    'Give another -o FILE. Nothing was kept.',
  );
}

async function refuseExisting(path: string, isForced: boolean): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (found.isDirectory()) throw new UsageError(`${path} is a folder.`, 'Name a file in it.');
  // Renamed over, a device or a socket would be gone.
  if (!found.isFile() && !found.isSymbolicLink()) {
    throw new UsageError(`${path} is no ordinary file.`, 'Name a file, or write to stdout with -o -.');
  }
  if (!isForced) throw new UsageError(`${path} exists already.`, 'Name another file, or replace it with --force.');
}

/** Opens a file beside its final place, which it takes in one step. Without force nothing is ever replaced. */
export async function openAtomic(path: string, isForced: boolean): Promise<AtomicFile> {
  await refuseExisting(path, isForced);
  const part = join(dirname(path), `.${basename(path)}.${crypto.randomUUID().slice(-12)}.part`);
  let handle: FileHandle;
  try {
    // Exclusive: a link that waits under this name is not followed. Appending: after a restart it begins at the start.
    handle = await open(part, 'ax', 0o600);
  } catch (error) {
    throw failure(path, error);
  }
  const discard = async () => {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
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
    write: (chunk) => guarded(() => handle.writeFile(chunk)),
    restart: () => guarded(() => handle.truncate(0)),
    commit: () =>
      guarded(async () => {
        await handle.sync();
        await handle.close();
        if (isForced) return rename(part, path);
        await place(part, path);
      }),
    discard,
  };
}

/** A link fails where the name was taken meanwhile, a rename would replace it; some file systems have no links. */
async function place(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
    await rm(part, { force: true });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      throw new UsageError(`${path} exists already.`, 'Name another file, or replace it with --force.');
    }
    await refuseExisting(path, false);
    await rename(part, path);
  }
}
