import { UsageError } from '../start-errors.ts';
import type { CommandWord } from './commands.ts';
import { databaseOptions } from './database-options.ts';
import { commandLineOnly, type DeclaredOption, declareOptions, type OptionValues } from './declared-option.ts';
import { dataFlags, logLevelFlags, logLevelText, type Place, readPlace } from './options.ts';
import { type Answered, type Environment, type OptionContext, parse } from './parse.ts';

/** The options of the command that updates the tables of a database. */
export type SchemaOptions = Place & { readonly command: 'migrate'; readonly isDryRun: boolean };

export type StoreKind = 'sqlite' | 'postgres';

/** The options of the command that copies everything from one database into another. */
export type CopyOptions = Place & {
  readonly command: 'copy-store';
  readonly from: StoreKind;
  readonly to: StoreKind;
  readonly replace: boolean;
};

const placeOptions: readonly DeclaredOption[] = [
  ...databaseOptions,
  ...declareOptions({
    [dataFlags]: 'Folder with the SQLite database. Default: a folder of your account.',
    [logLevelFlags]: logLevelText,
  }),
];

const schemaOptions: readonly DeclaredOption[] = [
  ...placeOptions,
  ...declareOptions({ '--dry-run': 'Only say what would be changed.' }),
];

const copyOptions: readonly DeclaredOption[] = [
  ...placeOptions,
  ...declareOptions({
    '--from <kind>': commandLineOnly('What to copy: sqlite (the data folder) or postgres (the database).'),
    '--to <kind>': commandLineOnly('Where to: the other one.'),
    '--replace': commandLineOnly(
      'Delete what the destination has. Without it, a destination with other content stays as it is.',
    ),
  }),
];

/** @throws UsageError */
export function readSchemaOptions(
  argv: readonly string[],
  env: Environment,
  reading: OptionContext,
): SchemaOptions | Answered {
  const description =
    'Creates or updates the tables of the database, as a start of the server does. With a SQLite file, stop the server first. A dry run can be made at any time.';
  const word: CommandWord = 'migrate';
  const valueOf = (values: OptionValues) =>
    ({ ...readPlace(values, env), command: word, isDryRun: values.isSet('--dry-run') }) as const;
  return parse(schemaOptions, valueOf, { ...reading, argv, env, description, word });
}

/** @throws UsageError */
export function readCopyOptions(
  argv: readonly string[],
  env: Environment,
  reading: OptionContext,
): CopyOptions | Answered {
  const description =
    'Copies everything that is stored from SQLite into PostgreSQL or back, and compares both afterwards. It can be repeated. Stop the server first.';
  const word: CommandWord = 'copy-store';
  return parse(copyOptions, (values) => copy(values, env), { ...reading, argv, env, description, word });
}

function copy(values: OptionValues, env: Environment): CopyOptions {
  const [from, to] = [kind(values, '--from'), kind(values, '--to')];
  if (from === to) throw new UsageError('--from and --to must differ: one is sqlite, the other postgres.');
  const options = readPlace(values, env);
  if (options.database === null) throw new UsageError('Name the PostgreSQL database with --database.');
  return { ...options, command: 'copy-store', from, to, replace: values.isSet('--replace') };
}

function kind({ text }: OptionValues, flag: string): StoreKind {
  const value = text(flag);
  if (value === 'sqlite' || value === 'postgres') return value;
  throw new UsageError(
    `${flag} must be sqlite or postgres${value === undefined ? '' : `, not ${JSON.stringify(value)}`}.`,
  );
}
