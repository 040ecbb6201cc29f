import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import type { Context } from '../context.ts';
import { systemCode } from './system-code.ts';
import { unwritable } from './unwritable.ts';

/**
 * A lock older than this is stale even if a process with its pid exists, because pids are reused. A refresh of a sign-in
 * may take over a minute: up to four requests of 15 s, and the keyring.
 */
export const staleMs = 120_000;
const retryMs = 25;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return systemCode(error) === 'EPERM';
  }
}

/** The content of a lock and whether its holder has ended; null if the lock no longer exists. */
function holderOf(path: string, now: number): { text: string; isDead: boolean } | null {
  try {
    const text = readFileSync(path, 'utf8');
    const pid = Number.parseInt(text, 10);
    const isOld = now - statSync(path).mtimeMs > staleMs;
    // An empty file gives the pid NaN. Its holder has not written the pid yet.
    return { text, isDead: isOld || (pid > 0 && !isAlive(pid)) };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Removes a dead holder's lock. Only one process can rename the file; a newer lock that it renamed by mistake is put back. */
function breakLock(path: string, expected: string): void {
  const aside = `${path}.${crypto.randomUUID()}.dead`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== expected) linkSync(aside, path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function tryToHold(path: string, mark: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw unwritable(path, error);
  }
  try {
    writeSync(file, mark);
    return true;
  } catch (error) {
    // The disk may be full. An empty lock would block other processes until it is stale.
    rmSync(path, { force: true });
    throw unwritable(path, error);
  } finally {
    closeSync(file);
  }
}

/** Runs work that one process may do at a time. Others wait, unless the holder died. The folder must exist. */
export async function withLock<T>(
  path: string,
  { now, clock, signal }: Pick<Context, 'now' | 'clock' | 'signal'>,
  work: () => Promise<T>,
): Promise<T> {
  const mark = `${process.pid} ${crypto.randomUUID()}\n`;
  while (!tryToHold(path, mark)) {
    const holder = holderOf(path, now());
    if (holder?.isDead === true) breakLock(path, holder.text);
    else await clock.sleep(retryMs, signal);
  }
  try {
    return await work();
  } finally {
    // Remove the lock only if it is still this process's, because another process may have replaced it as stale.
    if (holderOf(path, now())?.text === mark) rmSync(path, { force: true });
  }
}
