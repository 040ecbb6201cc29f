import { type InsertObject, type Kysely, sql } from 'kysely';
import { batchesByKey } from './batches.ts';
import type { Tables } from './schema.ts';

/** Inserts rows, and replaces those with the same key. All rows have the same columns. */
export async function upsert<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  key: readonly (string & keyof Tables[Table])[],
  rows: readonly InsertObject<Tables, Table>[],
): Promise<void> {
  const values = rows.map((row) => new Map<string, unknown>(Object.entries(row)));
  const columns = [...(values[0]?.keys() ?? [])];
  const others = columns.filter((column) => key.every((own) => own !== column));
  const rowOf = (row: ReadonlyMap<string, unknown>) => sql`(${sql.join(columns.map((column) => row.get(column)))})`;
  const changes = others.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  for (const batch of batchesByKey(values, (row) => key.map((column) => String(row.get(column))).join('/'))) {
    await sql`
      insert into ${sql.table(table)} (${namesOf(columns)}) values ${sql.join(batch.map(rowOf))}
      on conflict (${namesOf(key)}) do update set ${sql.join(changes)}`.execute(db);
  }
}

const namesOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
