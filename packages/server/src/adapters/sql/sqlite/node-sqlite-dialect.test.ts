import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { StoreError } from '../../../ports/index.ts';
import { nodeSqliteDialect } from './node-sqlite-dialect.ts';

it('reports a full disk, and writes again when there is space', async () => {
  const database = new DatabaseSync(':memory:');
  const db = new Kysely<never>({ dialect: nodeSqliteDialect(database) });
  await sql`create table note (content text)`.execute(db);
  const write = () => sql`insert into note values (${'x'.repeat(100_000)})`.execute(db);
  // A database with a page limit fails in the same way as one on a full disk.
  database.exec('PRAGMA max_page_count = 3');
  const failure = await write().then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StoreError);
  expect(failure).toMatchObject({ message: expect.stringContaining('disk of the data folder is full') });
  database.exec('PRAGMA max_page_count = 3000');
  await write();
  await expect(sql`select nothing from nowhere`.execute(db)).rejects.not.toBeInstanceOf(StoreError);
  await db.destroy();
});
