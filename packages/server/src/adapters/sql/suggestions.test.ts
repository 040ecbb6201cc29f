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

/** Adds one suggestion, then one of the same time and a later one. Returns the ids that the store says it has added. */
async function addedIds(store: Store): Promise<readonly string[]> {
  cleanups.push(() => store.close());
  const first = await store.suggestions.add([suggestion('first', 1)]);
  const others = await store.suggestions.add([suggestion('of the same time', 1), suggestion('second', 2)]);
  return [...first, ...others].map(({ id }) => id);
}

function failing(): never {
  throw new Error('the disk is full');
}

/** Adds a suggestion whose change cannot be stored at first. Returns how many of both are stored then, and after a retry. */
async function countsAfterRetry(store: Store): Promise<readonly string[]> {
  cleanups.push(() => store.close());
  const counts = async () => {
    const window = { start: 0, end: 9 };
    const suggestions = await store.suggestions.list('shop', 'cart', window);
    return `${suggestions.length} and ${(await store.changes.list({ window }, 9)).length}`;
  };
  const wanted = [{ ...suggestion('first', 1), follows: null }];
  await expect(store.suggestions.add(wanted, failing)).rejects.toThrow('the disk is full');
  const afterFailure = await counts();
  const target = { namespace: 'shop', name: 'cart' };
  await store.suggestions.add(wanted, () => [
    { ...target, id: 'change', at: 1, event: 'suggestion', dueAt: null, body: '{}' },
  ]);
  return [afterFailure, await counts()];
}

describe('suggestions that are added', () => {
  const { emptyDatabase } = postgresStarter();

  it('are returned without those of a time at which another one is stored, in SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-suggestions-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    expect(await addedIds(await openSqliteStore(folder))).toEqual(['first', 'second']);
  });

  it.skipIf(whySkipped('suggestions in PostgreSQL') !== null)('and in PostgreSQL', async () => {
    expect(await addedIds(await openedStore(await emptyDatabase()))).toEqual(['first', 'second']);
  });

  it('are not stored without their changes, in SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trimtab-suggestions-'));
    cleanups.push(() => rmSync(folder, { recursive: true }));
    expect(await countsAfterRetry(await openSqliteStore(folder))).toEqual(['0 and 0', '1 and 1']);
  });

  it.skipIf(whySkipped('suggestions in PostgreSQL') !== null)('nor in PostgreSQL', async () => {
    expect(await countsAfterRetry(await openedStore(await emptyDatabase()))).toEqual(['0 and 0', '1 and 1']);
  });
});
