import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { aRecord } from '@trimtab/testing';
import { scripts } from '@trimtab/testing/node';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from './open.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-two-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a script in a process of its own; resolves when it has printed something. */
async function started(args: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
  return { child, closed };
}

describe('a data folder', () => {
  it('is refused while another process uses it, by its process id, and not after that process was killed', async () => {
    const folder = aFolder();
    const { child, closed } = await started([scripts.enrollUntilKilled, folder]);
    const inUse = `The data folder ${folder} is in use by process ${child.pid}. Stop that server, or choose another folder with --data.`;
    for (let attempt = 0; attempt < 2; attempt += 1) await expect(openSqliteStore(folder)).rejects.toThrow(inUse);
    child.kill('SIGKILL');
    await closed;
    const store = await openSqliteStore(folder);
    expect((await store.targets.list()).length).toBeGreaterThan(0);
    // The lock also holds within a process.
    await expect(openSqliteStore(folder)).rejects.toThrow(`in use by process ${process.pid}.`);
    await store.close();
    await (await openSqliteStore(folder)).close();
  });

  it('whose database another program has locked delays a write, but not the event loop', async () => {
    const folder = aFolder();
    const store = await openSqliteStore(folder);
    cleanups.push(() => store.close());
    const hold = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
      db.exec('BEGIN IMMEDIATE'); console.log('held'); process.stdin.once('data', () => process.exit());`;
    const { child } = await started(['-e', hold, join(folder, 'trimtab.sqlite')]);
    const writes = ['a', 'b'].map((name) => store.targets.enroll([aRecord({ name })]));
    // If SQLite itself waited for the lock, it would fail within these iterations, before the other program stops.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    child.stdin?.write('stop');
    expect((await Promise.all(writes)).flat()).toMatchObject([{ result: 'created' }, { result: 'created' }]);
    expect(await store.targets.list()).toHaveLength(2);
  });
});
