import type { Writable } from 'node:stream';
import { shellWord } from '@trimtab/core/patch';
import {
  CopyDiffersError,
  copyStore,
  DestinationNotEmptyError,
  postgresSchemaState,
  type SchemaState,
  SourceEmptyError,
  sqliteSchemaState,
} from '../adapters/sql/index.ts';
import { type Logger, StoreError } from '../ports/index.ts';
import { databasePlace, openDatabase, postgresAccess } from './open-store.ts';
import type { CopyOptions, SchemaOptions, StoreKind } from './options/store-options.ts';
import { StartError } from './start-errors.ts';

type Running = { readonly logger: Logger; readonly stdout: Writable };

/** Updates the tables of a database, or only says what would change. Returns the exit code. */
export async function migrateSchema(options: SchemaOptions, { logger, stdout }: Running): Promise<number> {
  const place = placeOf(options);
  const { missing, breaking } = await schemaStateOf(options);
  if (breaking.length > 0) {
    throw new StartError(
      `A newer version of Trimtab has changed ${place} (${breaking.join(', ')}). Start that version.`,
    );
  }
  if (missing.length > 0 && !options.isDryRun) await (await openDatabase(options, logger)).database.close();
  const count = missing.length === 1 ? '1 change' : `${missing.length} changes`;
  const done = options.isDryRun ? 'to make' : 'made';
  for (const version of missing) stdout.write(`  ${version}\n`);
  stdout.write(
    missing.length === 0 ? `Nothing to change in ${place}.\n` : `${count} of the tables ${done} in ${place}.\n`,
  );
  return 0;
}

type Location = Pick<SchemaOptions, 'database' | 'dataFolder'>;

const placeOf = ({ database, dataFolder }: Location): string =>
  database === null ? dataFolder : databasePlace(database);

async function schemaStateOf({ database, dataFolder }: Location): Promise<SchemaState> {
  try {
    if (database === null) return await sqliteSchemaState(dataFolder);
    return await postgresSchemaState(await postgresAccess(database));
  } catch (error) {
    if (error instanceof StartError) throw error;
    const why = error instanceof StoreError ? error.message : 'It is damaged, or no database.';
    throw new StartError(`Cannot read ${placeOf({ database, dataFolder })}. ${why}`, { cause: error });
  }
}

/** Copies everything that is stored into the other database. Returns the exit code: 1 if nothing was copied. */
export async function copyStoreCommand(options: CopyOptions, { logger, stdout }: Running): Promise<number> {
  const locationOf = (kind: StoreKind): Location => (kind === 'postgres' ? options : { ...options, database: null });
  const at = (kind: StoreKind) => openDatabase(locationOf(kind), logger, { alone: true });
  await checkSource(locationOf(options.from));
  const from = await at(options.from);
  try {
    const to = await at(options.to);
    try {
      await copyStore(from.database, to.database, {
        replace: options.replace,
        report: ({ table, rows, checksum, written }) =>
          stdout.write(
            `  ${table.padEnd(20)} ${String(rows).padStart(9)} rows  ${checksum.slice(0, 16)}  ${written ? 'copied' : 'was equal'}\n`,
          ),
      });
      stdout.write(`${from.place} and ${to.place} have the same rows.\n`);
      return 0;
    } finally {
      await to.database.close();
    }
  } catch (error) {
    stdout.write(`${problemOf(error)}\n`);
    return 1;
  } finally {
    await from.database.close();
  }
}

/** Opening a database creates or updates its tables. A source must stay as it is, and one without tables is a mistake. */
async function checkSource(source: Location): Promise<void> {
  const place = placeOf(source);
  const { isEmpty, missing, unknown } = await schemaStateOf(source);
  if (isEmpty) {
    const flag = source.database === null ? '--data' : '--database';
    throw new StartError(`There is nothing to copy in ${place}, which has no tables of Trimtab. Check ${flag}.`);
  }
  // Its new tables would be missing in the copy.
  if (unknown.length > 0) {
    throw new StartError(
      `A newer version of Trimtab has changed ${place} (${unknown.join(', ')}). Copy with that version.`,
    );
  }
  if (missing.length > 0) {
    const how =
      source.database === null
        ? `without --database: trimtab-server migrate --data ${shellWord(source.dataFolder)}`
        : 'with the same --database: trimtab-server migrate';
    throw new StartError(`The tables in ${place} are those of an earlier version. Update them first, ${how}`);
  }
}

function problemOf(error: unknown): string {
  if (error instanceof DestinationNotEmptyError) {
    return `The destination has other rows (${error.message}), and nothing was written. Give --replace to delete them.`;
  }
  if (error instanceof SourceEmptyError) {
    return 'The source has no rows, and nothing was written, so that the destination keeps its own. Check --from and --to.';
  }
  if (error instanceof CopyDiffersError) {
    return `After the copy, the table ${error.message} differs. Check that nothing else writes, then try again with --replace.`;
  }
  if (error instanceof StoreError) return error.message;
  throw error;
}
