import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { systemCode } from './system-code.ts';
import { unwritable } from './unwritable.ts';

/** A holder that is older than this is taken for dead, whatever its pid says: pids are used again. */
export const staleMs = 30_000;
const retryMs = 25;

export type LockClock = {
  now: () => number;
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: somebody else's process, and so a live one.
    return systemCode(error) === 'EPERM';
  }
}

/** What a lock says and how old it is; null when it has gone meanwhile. */
function holderOf(path: string, now: number): { text: string; isDead: boolean } | null {
  try {
    const text = readFileSync(path, 'utf8');
    const pid = Number.parseInt(text, 10);
    const isOld = now - statSync(path).mtimeMs > staleMs;
    // Empty: its holder has made the file and not yet written into it.
    return { text, isDead: isOld || (pid > 0 && !isAlive(pid)) };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Takes a dead holder's lock away. Of several that try, one moves the file; a live one that got in between is put back. */
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
    // On a full disk: an empty lock would hold everybody up until it is old.
    rmSync(path, { force: true });
    throw unwritable(path, error);
  } finally {
    closeSync(file);
  }
}

/**
 * Does work that only one process may do at a time. The others wait; a holder that died is not waited for. The folder
 * of the lock must be there.
 */
export async function withLock<T>(
  path: string,
  { clock, signal }: { clock: LockClock; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const mark = `${process.pid} ${crypto.randomUUID()}\n`;
  while (!tryToHold(path, mark)) {
    const holder = holderOf(path, clock.now());
    if (holder?.isDead === true) breakLock(path, holder.text);
    else await clock.sleep(retryMs, signal);
  }
  try {
    return await work();
  } finally {
    // Not another's, which may have taken ours for stale.
    if (holderOf(path, clock.now())?.text === mark) rmSync(path, { force: true });
  }
}
