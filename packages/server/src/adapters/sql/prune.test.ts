import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '../../ports/index.ts';
import { mostPruned } from './batches.ts';
import { openedStore, postgresStarter, whySkipped } from './postgres/testing/real-postgres.ts';
import { openSqliteStore } from './sqlite/open.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const always = { start: 0, end: Number.MAX_SAFE_INTEGER };
const few = 3;
const times = Array.from({ length: mostPruned + 2 * few }, (_, at) => at);

async function inSqlite(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-prune-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return openSqliteStore(folder);
}

const target = { namespace: 'shop', name: 'cart' };

describe('old suggestions and changes', () => {
  const { emptyDatabase } = postgresStarter();
  const inPostgres = async () => openedStore(await emptyDatabase());
  const kinds = [
    { kind: 'SQLite', open: inSqlite },
    ...(whySkipped('old records in PostgreSQL') === null ? [{ kind: 'PostgreSQL', open: inPostgres }] : []),
  ];

  it.each(kinds)('are deleted some at a time in $kind', async ({ open }) => {
    const store = await open();
    cleanups.push(() => store.close());
    const { suggestions, changes } = store;
    await suggestions.add(times.map((at) => ({ ...target, createdAt: at, id: `${at}`, version: 1, body: '{}' })));
    const before = mostPruned + few;
    expect(await suggestions.prune(before)).toBe(false);
    expect(await suggestions.list('shop', 'cart', always)).toHaveLength(2 * few);
    expect(await suggestions.prune(before)).toBe(true);
    expect((await suggestions.list('shop', 'cart', always)).map(({ createdAt }) => createdAt)).toEqual(
      times.slice(-few).toReversed(),
    );
    const event = 'image' as const;
    const records = times.map((at) => ({ ...target, id: `${at}`, at, event, dueAt: null, body: '{}' }));
    const idsLeft = async () => (await changes.list({ window: always }, 2 * mostPruned)).map(({ id }) => id);
    for (const bounds of [
      { before, most: 2 * mostPruned },
      { before: 0, most: few },
    ]) {
      await changes.write({ changes: records, watched: [] });
      expect(await changes.prune(['image'], bounds)).toBe(false);
      expect(await idsLeft()).toHaveLength(2 * few);
      expect(await changes.prune(['image'], bounds)).toBe(true);
      expect(await idsLeft()).toEqual(times.slice(-few).toReversed().map(String));
    }
  });
});
