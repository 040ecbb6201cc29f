import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Command, CommanderError, Option } from 'commander';
import * as z from 'zod/mini';
import { type LogLevel, logLevels } from '../logger.ts';
import { UsageError } from '../start-errors.ts';
import { type Access, accessOptions, rawAccess, readAccess } from './access-options.ts';
import type { DeclaredOption } from './declared-option.ts';
import { type PrometheusAccess, prometheusOptions, rawPrometheus, readPrometheus } from './prometheus-options.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type ServerOptions = {
  /** Null: the simulated cluster. */
  readonly prometheus: PrometheusAccess | null;
  /** Look whether Prometheus has all that is needed, say so, and end. */
  readonly doctor: boolean;
  readonly dataSet: string;
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly access: Access;
  readonly extra: Readonly<Record<string, string | boolean>>;
  readonly explainQueries: boolean;
  readonly logLevel: LogLevel;
};

/** Said and done: `--help` or `--version` was answered. */
export type Answered = { readonly answered: true };

const declared: readonly DeclaredOption[] = [
  ...prometheusOptions,
  {
    flags: '--doctor',
    env: 'TRIMTAB_DOCTOR',
    text: 'Look whether Prometheus has every metric and label that is needed, print what is missing, what that disables and how to get it, and end: with 0 when all is there, 1 when something is missing, 3 when it cannot be asked.',
  },
  { flags: '--port <number>', env: 'TRIMTAB_PORT', text: 'Port to listen on; 0 takes a free one. Default: 4400.' },
  {
    flags: '--host <address>',
    env: 'TRIMTAB_HOST',
    text: 'Address to listen on. Default: 127.0.0.1. One that can be reached from elsewhere, such as 0.0.0.0, needs sign-in.',
  },
  ...accessOptions,
  {
    flags: '--data <folder>',
    env: 'TRIMTAB_DATA',
    text: 'Folder for what is enrolled and for the node settings, made if it is missing. Default: a folder of your account. The simulated cluster keeps nothing.',
  },
  {
    flags: '--data-set <name>',
    env: 'TRIMTAB_DATA_SET',
    text: 'Which simulated cluster to show: storefront, empty, fleet or hostile. Default: storefront.',
  },
  {
    flags: '--extra <key=value>',
    env: 'TRIMTAB_EXTRA',
    text: 'A setting for the console, such as cost_analysis=true; may be given several times. In the variable they are separated by commas.',
    repeatable: true,
  },
  {
    flags: '--explain-queries',
    env: 'TRIMTAB_EXPLAIN_QUERIES',
    text: 'Print each query that Prometheus is asked, with its time, on stderr. In the variable: true or false.',
  },
  {
    flags: '--log-level <level>',
    env: 'TRIMTAB_LOG_LEVEL',
    text: `How much to log on stderr: ${logLevels.join(', ')}. Default: warn.`,
  },
];

const raw = z.object({
  ...rawPrometheus,
  doctor: z.optional(z.boolean()),
  port: z.optional(z.string()),
  host: z.optional(z.string()),
  data: z.optional(z.string()),
  dataSet: z.optional(z.string()),
  extra: z.optional(z.array(z.string())),
  explainQueries: z.optional(z.boolean()),
  logLevel: z.optional(z.string()),
  ...rawAccess,
});

/**
 * Reads the command line, and the environment where the line is silent.
 *
 * @throws UsageError
 */
export function readOptions(
  argv: readonly string[],
  env: Environment,
  { version, write }: { version: string; write: (text: string) => void },
): ServerOptions | Answered {
  const command = build(version, write);
  try {
    command.parse(
      argv.filter((word, index) => !(word === '--' && index === 0)),
      { from: 'user' },
    );
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { answered: true };
    throw new UsageError(`${sentenceOf(error)} See --help.`);
  }
  fromEnvironment(command, env);
  try {
    return checked(raw.parse(command.opts()), env);
  } catch (error) {
    throw error instanceof UsageError ? blamingTheVariable(command, error) : error;
  }
}

/** An option that came from its variable is called by the variable's name: that is where the operator must look. */
function blamingTheVariable(command: Command, error: UsageError): UsageError {
  const message = error.message.replaceAll(/--[a-z][a-z-]*/g, (flag) => {
    const option = command.options.find(({ long }) => long === flag);
    const fromVariable = option && command.getOptionValueSource(option.attributeName()) === 'env';
    return (fromVariable && declared.find(({ flags }) => flags === option.flags)?.env) || flag;
  });
  return new UsageError(message);
}

function checked(given: z.infer<typeof raw>, env: Environment): ServerOptions {
  if (given.prometheus !== undefined && given.dataSet !== undefined) {
    throw new UsageError('--prometheus shows a real cluster and --data-set a simulated one: give one of them.');
  }
  const prometheus = readPrometheus(given);
  if (prometheus === null && given.doctor === true)
    throw new UsageError('--doctor looks at a Prometheus: name it with --prometheus.');
  const host = given.host ?? '127.0.0.1';
  return {
    prometheus,
    doctor: given.doctor ?? false,
    dataSet: given.dataSet ?? 'storefront',
    dataFolder: given.data ?? defaultDataFolder(env),
    host,
    port: port(given.port ?? '4400'),
    access: readAccess(given, host),
    extra: extra(given.extra ?? []),
    explainQueries: given.explainQueries ?? false,
    logLevel: logLevel(given.logLevel ?? 'warn'),
  };
}

/** Commander's message as one sentence: it writes "error: unknown option '--prot'\n(Did you mean --port?)". */
function sentenceOf({ message }: CommanderError): string {
  const plain = message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1).replace(/\.?$/, '.')}`;
}

function build(version: string, write: (text: string) => void): Command {
  const command = new Command('start')
    .description('Serves the Trimtab console and its API. Every option can also be set by its environment variable.')
    .helpOption('-h, --help', 'Explain the options.')
    .version(version, '-V, --version', 'Print the version.')
    .allowExcessArguments(false)
    .exitOverride()
    // The error comes back as an exception and is printed once, as one sentence.
    .configureOutput({ writeOut: write, writeErr: () => undefined });
  for (const { flags, env, text, repeatable } of declared) {
    const option = new Option(flags, `${text} (${env})`);
    if (repeatable === true) {
      option.argParser((value: string, all: readonly string[] | undefined) => [...(all ?? []), value]);
    }
    command.addOption(option);
  }
  return command;
}

// Not commander's own reading of variables: it knows process.env only, and an empty variable means an unset one here.
function fromEnvironment(command: Command, env: Environment): void {
  for (const option of command.options) {
    const source = declared.find(({ flags }) => flags === option.flags);
    const key = option.attributeName();
    const value = source === undefined ? undefined : env[source.env];
    if (source === undefined || value === undefined || value === '') continue;
    if (command.getOptionValueSource(key) !== undefined) continue;
    command.setOptionValueWithSource(key, environmentValue(source, value), 'env');
  }
}

function environmentValue({ flags, env, repeatable }: DeclaredOption, value: string): unknown {
  if (repeatable === true) return value.split(',').map((part) => part.trim());
  if (flags.includes('<')) return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new UsageError(`${env} must be true or false.`);
}

function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 0 && number <= 65_535) return number;
  throw new UsageError(`--port must be a whole number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function extra(pairs: readonly string[]): Record<string, string | boolean> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key, value] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
      if (key === undefined || value === undefined) {
        throw new UsageError(`--extra must be key=value, such as cost_analysis=true, not ${JSON.stringify(pair)}.`);
      }
      return [key, value === 'true' || value === 'false' ? value === 'true' : value];
    }),
  );
}

function logLevel(text: string): LogLevel {
  const level = logLevels.find((one) => one === text);
  if (level !== undefined) return level;
  throw new UsageError(`--log-level must be one of ${logLevels.join(', ')}, not ${JSON.stringify(text)}.`);
}

/** Where an account keeps what must outlive a restart, by the habits of each system. */
function defaultDataFolder(env: Environment): string {
  const home = env['HOME'] ?? homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'trimtab');
  if (process.platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'trimtab');
  return join(env['XDG_STATE_HOME'] || join(home, '.local', 'state'), 'trimtab');
}
