import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isLimitPolicy, type LimitPolicy, limitPolicies } from '@trimtab/core';
import { type LogLevel, logLevels } from '../logger.ts';
import { UsageError } from '../start-errors.ts';
import { type Access, accessOptions, readAccess } from './access-options.ts';
import { addressesOf, type ClusterAccess, clusterOptions, readClusters, valuesOf } from './cluster-options.ts';
import { type CommandWord, commandHelp, noCommand } from './commands.ts';
import { type DatabaseAccess, databaseOptions, readDatabase } from './database-options.ts';
import { type DeclaredOption, declareOptions, type OptionValues, repeatable, wholeNumber } from './declared-option.ts';
import { type KubernetesAccess, kubernetesOptions, readKubernetes, registryFlags } from './kubernetes-options.ts';
import { type Answered, type Environment, type OptionContext, parse } from './parse.ts';
import { type PrometheusAccess, prometheusOptions, readPrometheus } from './prometheus-options.ts';

export type ServerOptions = {
  readonly command: 'serve';
  /** Null: several clusters, or the simulated one. */
  readonly prometheus: PrometheusAccess | null;
  /** Reads how to reach several clusters; null if there is only one. */
  readonly clusters: (() => Promise<readonly ClusterAccess[]>) | null;
  /** Null: the server reads the cluster only through Prometheus. */
  readonly kubernetes: KubernetesAccess | null;
  /** Check the metrics of Prometheus, print a report and exit. */
  readonly doctor: boolean;
  readonly dataSet: string;
  /** Null: what is stored is in a file of the data folder. */
  readonly database: DatabaseAccess | null;
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  /** How long the server still answers after SIGTERM. */
  readonly shutdownDelayMs: number;
  readonly access: Access;
  readonly extra: Readonly<Record<string, string | boolean>>;
  readonly explainQueries: boolean;
  readonly logLevel: LogLevel;
  readonly limitPolicy: LimitPolicy;
  /** The file with the operator's prices of nodes. */
  readonly pricesFile: string | null;
};

/** What the server and all commands need: where data is stored, and what is logged. */
export type Place = Pick<ServerOptions, 'database' | 'dataFolder' | 'logLevel'>;

/** The options of the command that copies enrolled targets from the database of the server into the cluster. */
export type MigrationOptions = Place & {
  readonly command: 'migrate-registry';
  readonly kubernetes: KubernetesAccess;
  /** Null: the targets of a server that reads one cluster. */
  readonly cluster: string | null;
  readonly isDryRun: boolean;
};

export const dataFlags = '--data <folder>';
export const logLevelFlags = '--log-level <level>';
export const logLevelText = `Lowest level to log on stderr: ${logLevels.join(', ')}. Default: warn.`;
const dataSetFlags = '--data-set <name>';

const declaredOptions: readonly DeclaredOption[] = [
  ...prometheusOptions,
  ...clusterOptions,
  ...kubernetesOptions,
  ...declareOptions({
    '--doctor':
      'Check that Prometheus has every required metric and label and, with --kubernetes or --kubeconfig, that the account has every right. Print what is missing, the consequence and the fix, and exit: with 0 if nothing is missing, 1 if something is, 3 if Prometheus cannot be read.',
    '--port <number>': 'Port to listen on; 0 chooses a free one. Default: 4400.',
    '--host <address>':
      'Address to listen on. An address that other machines can reach, such as 0.0.0.0, requires sign-in. Default: 127.0.0.1.',
    '--shutdown-delay <seconds>':
      'How long the server still answers after SIGTERM, 0 to 300, while /readyz answers 503, so that a load balancer sends its requests to another replica. Default: 0.',
  }),
  ...accessOptions,
  ...databaseOptions,
  ...declareOptions({
    [dataFlags]:
      'Folder for everything that is stored, such as enrolled targets, settings and history; created if it is missing. Default: a folder of your account.',
    '--limit-policy <policy>':
      'How the limit of a container changes when its request changes: keep (it stays, unless the request is above it), ratio (limit ÷ request stays) or equal (the memory limit is the memory request; CPU as with keep). A target may have its own. Default: keep.',
    '--prices <file>':
      'JSON file with prices of nodes: date, source and prices, each with types (an instance type; * is any text) and hourly or hourly_per_cpu in dollars, and optionally region and capacity_type. They have precedence over the built-in table.',
    [dataSetFlags]:
      'Simulated cluster to show if no Prometheus is given: storefront, empty, fleet, hostile, or clusters for two of them. It stores nothing. Default: storefront.',
    '--extra <key=value>': repeatable('Setting for the console, such as cost_analysis=true; repeatable.'),
    '--explain-queries': 'Print each query to Prometheus and its duration on stderr.',
    [logLevelFlags]: logLevelText,
  }),
];

const migrationOptions: readonly DeclaredOption[] = [
  ...kubernetesOptions.filter(({ flags }) => flags !== registryFlags),
  ...databaseOptions,
  ...declareOptions({
    [dataFlags]: 'Folder with the enrolled targets. Default: a folder of your account.',
    '--cluster <name>': 'Copy only the targets of this cluster of a server that shows several.',
    '--apply': 'Write. Without it, the command only prints what it would do, according to the API server.',
    [logLevelFlags]: logLevelText,
  }),
];

/** Reads the command line. Options that it does not contain come from the environment. @throws UsageError */
export function readOptions(
  argv: readonly string[],
  env: Environment,
  reading: OptionContext,
): ServerOptions | Answered {
  const [first] = argv;
  if (first !== undefined && !first.startsWith('-')) throw new UsageError(noCommand(first));
  const description =
    'Serves the Trimtab console and its API. Every option can also be set by its environment variable: a repeatable one as a list with commas, one without a value as true or false.';
  return parse(declaredOptions, (values) => serverOptions(values, env), {
    ...reading,
    argv,
    env,
    description,
    hidden: dataSetFlags,
    after: (program) => `
${commandHelp(program)}

How to install it in a cluster: https://github.com/trimtab/trimtab/blob/main/docs/install.md`,
  });
}

/** Reads the arguments after `migrate-registry`. @throws UsageError */
export function readMigrationOptions(
  argv: readonly string[],
  env: Environment,
  reading: OptionContext,
): MigrationOptions | Answered {
  const description =
    'Copies the enrolled targets from the database of a server (SQLite in its data folder, or PostgreSQL) into AIScaleTarget resources of the cluster. It changes no resource that exists, so it can be repeated, also while a server uses the database.';
  const word: CommandWord = 'migrate-registry';
  return parse(migrationOptions, (values) => migration(values, env), { ...reading, argv, env, description, word });
}

function serverOptions(values: OptionValues, env: Environment): ServerOptions {
  const { text, list, isSet } = values;
  const addresses = addressesOf(values);
  if (addresses.length > 0 && text('--data-set') !== undefined) {
    throw new UsageError('--prometheus shows a real cluster and --data-set a simulated one. Give only one of them.');
  }
  const clusters = readClusters(values);
  const [address] = addresses;
  const only = valuesOf(address === undefined ? {} : { prometheus: address }, values);
  const prometheus = clusters === null ? readPrometheus(only) : null;
  if (prometheus === null && clusters === null && isSet('--doctor'))
    throw new UsageError('--doctor checks a Prometheus. Give its address with --prometheus.');
  const kubernetes = readKubernetes(values);
  if (kubernetes !== null && prometheus === null && clusters === null) {
    throw new UsageError('--kubernetes and --kubeconfig need --prometheus, from which usage and history are read.');
  }
  const host = text('--host') ?? '127.0.0.1';
  return {
    command: 'serve',
    prometheus,
    clusters,
    kubernetes,
    doctor: isSet('--doctor'),
    dataSet: text('--data-set') ?? 'storefront',
    ...readPlace(values, env),
    host,
    port: wholeNumber(text('--port') ?? '4400', '--port', 0, 65_535),
    shutdownDelayMs: 1000 * wholeNumber(text('--shutdown-delay') ?? '0', '--shutdown-delay', 0, 300),
    access: readAccess(values, host, env),
    extra: extra(list('--extra')),
    explainQueries: isSet('--explain-queries'),
    limitPolicy: limitPolicy(text('--limit-policy') ?? 'keep'),
    pricesFile: text('--prices') ?? null,
  };
}

function migration(values: OptionValues, env: Environment): MigrationOptions {
  const kubernetes = readKubernetes(values);
  if (kubernetes === null) throw new UsageError('Name the cluster with --kubernetes or --kubeconfig.');
  return {
    ...readPlace(values, env),
    command: 'migrate-registry',
    kubernetes,
    cluster: values.text('--cluster') ?? null,
    isDryRun: !values.isSet('--apply'),
  };
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

export function readPlace(values: OptionValues, env: Environment): Place {
  const wanted = values.text('--log-level') ?? 'warn';
  const logLevel = logLevels.find((level) => level === wanted);
  if (logLevel === undefined) {
    throw new UsageError(`--log-level must be one of ${logLevels.join(', ')}, not ${JSON.stringify(wanted)}.`);
  }
  return { database: readDatabase(values), dataFolder: values.text('--data') ?? defaultDataFolder(env), logLevel };
}

function limitPolicy(text: string): LimitPolicy {
  if (isLimitPolicy(text)) return text;
  throw new UsageError(`--limit-policy must be one of ${limitPolicies.join(', ')}, not ${JSON.stringify(text)}.`);
}

/** The usual place for persistent application state on each operating system. */
function defaultDataFolder(env: Environment): string {
  const home = env['HOME'] ?? homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'trimtab');
  if (process.platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'trimtab');
  return join(env['XDG_STATE_HOME'] || join(home, '.local', 'state'), 'trimtab');
}
