import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { NewSuggestion, Store } from '../../ports/index.ts';
import { openedStore, postgresStarter, whySkipped } from './postgres/testing/real-postgres.ts';
import { openSqliteStore } from './sqlite/open.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const suggestion = (id: string, createdAt: number): NewSuggestion => ({
  namespace: 'shop',
  name: 'cart',
  createdAt,
  id,
  version: 1,
  body: '{}',
});

async function leavesOutThoseOfTheSameTime(store: Store) {
  cleanups.push(() => store.close());
  const { suggestions } = store;
  expect(await suggestions.add([suggestion('first', 1)])).toHaveLength(1);
  const added = await suggestions.add([suggestion('of the same time', 1), suggestion('second', 2)]);
  expect(added.map(({ id }) => id)).toEqual(['second']);
}

describe('suggestions that are added', () => {
  const { emptyDatabase } = postgresStarter();

  it('are returned without those of a time at which another one is stored, in SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-suggestions-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    await leavesOutThoseOfTheSameTime(await openSqliteStore(folder));
  });

  it.skipIf(whySkipped('suggestions in PostgreSQL') !== null)('and in PostgreSQL', async () => {
    await leavesOutThoseOfTheSameTime(await openedStore(await emptyDatabase()));
  });
});
