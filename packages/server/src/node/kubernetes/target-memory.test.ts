import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openedStore, postgresStarter, whySkipped } from '../../adapters/sql/postgres/testing/real-postgres.ts';
import { commonWork, holdOn, type Store } from '../../ports/index.ts';
import { targetMemory } from './target-memory.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-memory-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(...options: Parameters<typeof openedStore>): Promise<Store> {
  const store = await openedStore(...options);
  cleanups.push(() => store.close());
  return store;
}

it('keeps the targets of each cluster in the data folder of a server without replicas', async () => {
  const folder = aFolder();
  const memoryOf = (cluster: string | null) => targetMemory({ shared: undefined, folder }, cluster);
  await expect(memoryOf('eu').read()).rejects.toThrow('ENOENT');
  await memoryOf('eu').write('of eu');
  await memoryOf(null).write('of the only cluster');
  expect([await memoryOf('eu').read(), await memoryOf(null).read()]).toEqual(['of eu', 'of the only cluster']);
  expect(readdirSync(folder).toSorted()).toEqual(['cluster-targets-eu.json', 'cluster-targets.json']);
});

describe.skipIf(whySkipped('the memory of targets in PostgreSQL') !== null)('with replicas', () => {
  const { emptyDatabase } = postgresStarter();
  it('keeps the targets of each cluster in the database, where one replica writes them', async () => {
    const access = await emptyDatabase();
    const leaseMs = 3_600_000;
    const [writer, other] = [
      await open(access, { name: 'writer', leaseMs }),
      await open(access, { name: 'other', leaseMs }),
    ];
    const folder = aFolder();
    const memoryOf = ({ shared }: Store, cluster: string | null) => targetMemory({ shared, folder }, cluster);
    expect([writer, other].map(({ shared }) => holdOn(shared, commonWork) !== null)).toEqual([true, false]);
    expect([writer, other].map((store) => memoryOf(store, null).isOurs?.())).toEqual([true, false]);
    expect(await memoryOf(other, null).read()).toBe('');
    await memoryOf(writer, null).write('first');
    await memoryOf(writer, null).write('of the only cluster');
    await memoryOf(writer, 'eu').write('of eu');
    await memoryOf(other, null).write('of another replica');
    const replaced = await open(access, { name: 'with an empty folder', leaseMs });
    expect(await memoryOf(replaced, null).read()).toBe('of the only cluster');
    expect(await memoryOf(replaced, 'eu').read()).toBe('of eu');
    expect(readdirSync(folder)).toEqual([]);
  });
});
