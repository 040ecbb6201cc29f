import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { aRecord } from '@trimtab/testing';
import { scripts } from '@trimtab/testing/node';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-full-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the SQLite store on a full disk', () => {
  it('reports the full disk, still reads, loses no committed write, and writes again when there is space', async () => {
    // A limit of 512 KiB for each file has the same effect as a full disk, and needs no root.
    const limited = `trap '' XFSZ; ulimit -f 1024; exec "$0" "$1" "$2"`;
    const { stdout, status } = spawnSync(
      'sh',
      ['-c', limited, process.execPath, scripts.enrollUntilDiskIsFull, folder],
      {
        encoding: 'utf8',
        timeout: 120_000,
      },
    );
    expect(status).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.failure).toMatchObject({ name: 'StoreError', message: expect.stringMatching(/disk.+ (then|Free) /) });
    expect(result.acknowledged).toBeGreaterThan(10);
    expect(result.readable).toBe(result.acknowledged);
    const store = await openSqliteStore(folder);
    const names = (await store.targets.list()).map(({ name }) => name);
    // The failed write may be complete in the log; it was not acknowledged, so either outcome is correct.
    expect([result.acknowledged, result.acknowledged + 1]).toContain(names.length);
    for (let index = 0; index < result.acknowledged; index += 1) expect(names).toContain(`target-${index}`);
    expect(await store.targets.enroll([aRecord({ name: 'later' })])).toMatchObject([{ result: 'created' }]);
    await store.close();
  });
});
