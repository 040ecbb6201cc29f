import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './schema.ts';
import { suggestionDictionary } from './suggestion-dictionary.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * The columns that identify a row, by table. All tables are copied except those that only running replicas use, such as
 * leases, counters of changes and rows of lists.
 */
const copiedTables: Readonly<Record<string, readonly string[]>> = {
  target: ['namespace', 'name'],
  node_settings: ['id'],
  target_state: ['namespace', 'name'],
  rollup_target: ['id'],
  rollup_block: ['target_id', 'day'],
  rollup_summary: ['day', 'target_group'],
  job: ['namespace', 'name'],
  artifact_note: ['name'],
  insight: ['id'],
  kept_answer: ['caller', 'key'],
  published_suggestion: ['namespace', 'name', 'created_at'],
  change_record: ['id'],
  watched_target: ['namespace', 'name'],
};

export type CopiedTable = {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over all rows in the order of their keys: the same in both databases. */
  readonly checksum: string;
  /** False: the table was the same already. */
  readonly written: boolean;
};

/** The destination has other rows, and nothing was written. */
export class DestinationNotEmptyError extends Error {
  override readonly name = 'DestinationNotEmptyError';
}

/** The source has no rows, and the destination would have lost its own. Nothing was written. */
export class SourceEmptyError extends Error {
  override readonly name = 'SourceEmptyError';
}

/** After the copy, a table of the destination differs from the source. */
export class CopyDiffersError extends Error {
  override readonly name = 'CopyDiffersError';
}

/**
 * Makes the tables of a database equal to those of another one, and compares them. Tables that are equal stay as they
 * are, so the copy can be repeated. Each table is replaced in one transaction. Rejects with `StoreError` if a server may
 * have started on one of the databases meanwhile.
 *
 * @throws SourceEmptyError also if rows of the destination may be replaced
 * @throws DestinationNotEmptyError if the destination has rows that differ, unless they may be replaced
 * @throws CopyDiffersError
 */
export async function copyStore(
  from: Database,
  to: Database,
  { replace, report }: { readonly replace: boolean; readonly report: (copied: CopiedTable) => void },
): Promise<void> {
  const states = [];
  for (const [table, key] of Object.entries(copiedTables)) {
    const [source, destination] = [await summary(from.db, table, key), await summary(to.db, table, key)];
    states.push({
      table,
      key,
      source,
      isEqual: source.checksum === destination.checksum,
      isEmpty: destination.rows === 0,
    });
  }
  const differing = states.filter(({ isEqual, isEmpty }) => !isEqual && !isEmpty);
  if (differing.length > 0 && states.every(({ source }) => source.rows === 0)) throw new SourceEmptyError();
  if (differing.length > 0 && !replace)
    throw new DestinationNotEmptyError(differing.map(({ table }) => table).join(', '));
  for (const { table, key, source, isEqual } of states) {
    if (!isEqual) await copyTable(from, to, table, key);
    if ((await summary(to.db, table, key)).checksum !== source.checksum) throw new CopyDiffersError(table);
    report({ table, ...source, written: !isEqual });
  }
  // A server may have changed rows that were compared or copied before.
  for (const database of [from, to]) await database.checkAlone?.(database.db);
}

async function copyTable(from: Database, to: Database, table: string, key: readonly string[]): Promise<void> {
  const prepared = new Set<number>();
  if (table === 'rollup_block') {
    for await (const rows of pages(from.db, table, key)) for (const { day } of rows) prepared.add(Number(day));
    await to.dialect.prepareDays(to.db, [...prepared]);
  }
  await to.db.transaction().execute(async (transaction) => {
    await to.dialect.empty(transaction, table);
    for await (const rows of pages(from.db, table, key)) {
      const columns = Object.keys(rows[0] ?? {});
      const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
      const names = sql.join(columns.map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(
        transaction.withoutPlugins(),
      );
    }
    if (table === 'rollup_target') await to.dialect.continueIds(transaction);
    await to.checkAlone?.(transaction);
  });
}

async function summary(db: Kysely<Tables>, table: string, key: readonly string[]) {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of pages(db, table, key)) {
    count += rows.length;
    for (const row of rows) hash.update(canonical(row));
  }
  return { rows: count, checksum: hash.digest('hex') };
}

/** The same text for the same values from either database. The order of the columns does not matter. */
function canonical(row: Row): string {
  const entries = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const values = entries.map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ]);
  return `${JSON.stringify(values)}\n`;
}

const rowsPerPage = 200;

/** All rows of a table in the order of its key, which both databases sort by bytes. */
async function* pages(db: Kysely<Tables>, table: string, key: readonly string[]): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where ${after} order by ${columns} limit ${sql.lit(rowsPerPage)}`.execute(
      db.withoutPlugins(),
    );
    if (rows.length > 0) yield rows.map((row) => (table === 'published_suggestion' ? withCompressedBody(row) : row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return;
    after = sql`(${columns}) > (${sql.join(key.map((column) => last[column]))})`;
  }
}

/** An earlier version stored suggestions as text. */
const withCompressedBody = (row: Row): Row =>
  typeof row['body'] === 'string'
    ? { ...row, body: new Uint8Array(deflateRawSync(row['body'], { dictionary: suggestionDictionary })) }
    : row;
