import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { aRecord } from '@trimtab/testing';
import { scripts } from '@trimtab/testing/node';
import { storeContract } from '@trimtab/testing/stores';
import { afterEach, describe, expect, it } from 'vitest';
import { StoreUnusableError } from '../store-unusable-error.ts';
import { openSqliteStore } from './open.ts';

const folders: string[] = [];
function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-store-'));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

storeContract('SQLite store', () => openSqliteStore(aFolder()));

describe('SQLite store on disk', () => {
  it('survives a restart', async () => {
    const folder = join(aFolder(), 'made', 'by itself');
    const first = await openSqliteStore(folder);
    await first.targets.enroll([aRecord()]);
    await first.close();
    const second = await openSqliteStore(folder);
    expect(await second.targets.list()).toEqual([aRecord()]);
    await second.close();
  });

  it('makes an existing folder and its database private', async () => {
    const folder = join(aFolder(), 'old');
    mkdirSync(folder, { mode: 0o755 });
    const before = new DatabaseSync(join(folder, 'trimtab.sqlite'));
    before.exec('PRAGMA journal_mode = WAL; CREATE TABLE old (id INTEGER);');
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    const store = await openSqliteStore(folder);
    const paths = readdirSync(folder).map((name) => join(folder, name));
    expect(paths).toHaveLength(5);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(new Set(paths.map((path) => statSync(path).mode & 0o777))).toEqual(new Set([0o600]));
    await store.close();
    before.close();
  });

  it('loses no committed write after kill -9', async () => {
    const folder = aFolder();
    const child = spawn(process.execPath, [scripts.enrollUntilKilled, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const acknowledged: string[] = [];
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      acknowledged.push(...lines);
      if (acknowledged.length >= 40) child.kill('SIGKILL');
    });
    const [code, signal] = await once(child, 'close');
    expect([code, signal]).toEqual([null, 'SIGKILL']);
    const store = await openSqliteStore(folder);
    const kept = new Set((await store.targets.list()).map(({ name }) => name));
    await store.close();
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
    // At most one write beyond the acknowledged ones is stored.
    expect(kept.size - acknowledged.length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['a file that is no database', 'this is not a database, it only has the name of one. '.repeat(100)],
    ['a database with overwritten pages', null],
  ])('reports in one sentence that %s is damaged', async (_what, content) => {
    const folder = aFolder();
    const file = join(folder, 'trimtab.sqlite');
    if (content === null) {
      const store = await openSqliteStore(folder);
      await store.targets.enroll(Array.from({ length: 200 }, (_, index) => aRecord({ name: `target-${index}` })));
      await store.close();
      const { size } =
        new DatabaseSync(file)
          .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
          .get() ?? {};
      writeFileSync(file, Buffer.alloc(Number(size) - 200, 0xa5), { flag: 'r+' });
    } else writeFileSync(file, content);
    await expect(openSqliteStore(folder)).rejects.toThrow(/trimtab\.sqlite is damaged\. Restore a backup/);
  });

  it('reports in one sentence that a folder cannot be used', async () => {
    const file = join(aFolder(), 'a-file');
    writeFileSync(file, '');
    const opening = openSqliteStore(file);
    await expect(opening).rejects.toBeInstanceOf(StoreUnusableError);
    await expect(opening).rejects.toThrow(/cannot be used \(the path is a file\)\. Choose another with --data\.$/);
  });

  // root may write to every folder, so there is no error to test.
  it.skipIf(process.getuid?.() === 0)(
    'reports in one sentence that a folder is not writable (skipped for root, who may write anywhere)',
    async () => {
      const folder = aFolder();
      chmodSync(folder, 0o500);
      await expect(openSqliteStore(folder)).rejects.toThrow(/cannot be used/);
    },
  );

  it('rejects a database of a newer version and does not change it', async () => {
    const folder = aFolder();
    await (await openSqliteStore(folder)).close();
    const database = new DatabaseSync(join(folder, 'trimtab.sqlite'));
    database.exec(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-breaking-change', '2030')`);
    database.close();
    await expect(openSqliteStore(folder)).rejects.toThrow(/was changed by a newer version of Trimtab/);
  });
});
