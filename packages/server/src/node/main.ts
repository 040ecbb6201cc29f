import type { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import manifest from '../../package.json' with { type: 'json' };
import { createApp } from '../app.ts';
import { createOidcAuthenticator } from '../auth/oidc.ts';
import { withoutSignIn } from '../auth/without-sign-in.ts';
import { limitsOfSubject } from '../http/admission.ts';
import type { Authenticator, Clock, Logger } from '../ports/index.ts';
import { createScheduler } from '../scheduler.ts';
import { doctor } from './doctor/doctor.ts';
import { connectKubernetes } from './kubernetes/connect-kubernetes.ts';
import { migrateRegistry } from './kubernetes/migrate-registry.ts';
import { listen } from './listener/listener.ts';
import { createLogger } from './logger.ts';
import { createMetricsEndpoint } from './metrics-endpoint.ts';
import { connectPrometheus, type OpenOptions, openPorts, type ServerPorts, type Simulated } from './open-ports.ts';
import type { Access } from './options/access-options.ts';
import type { ClusterAccess } from './options/cluster-options.ts';
import { readMigrationOptions, readOptions } from './options/options.ts';
import type { Environment, OptionContext } from './options/parse.ts';
import { readCopyOptions, readSchemaOptions } from './options/store-options.ts';
import { readPrices } from './read-prices.ts';
import { watchForShutdown } from './shutdown.ts';
import { createSite } from './site/site.ts';
import { StartError, UsageError } from './start-errors.ts';
import { copyStoreCommand, migrateSchema } from './store-commands.ts';

export type { ServerPorts, Simulated };

export type MainOptions = {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** The folder with the built console. */
  readonly webRoot: string;
  /** Absent in a deployed server, which shows only a real cluster. */
  readonly simulated?: Simulated;
  /** Default: the version in package.json. */
  readonly version?: string;
  /** Stops the server like SIGTERM. */
  readonly stop?: AbortSignal;
};

const startErrorCode = 3;

/** Runs the server. Returns the exit code: 0, 1 after an unhandled error, 2 for wrong usage, 3 if it cannot start. */
export async function main(options: MainOptions): Promise<number> {
  const { stdout, stderr } = options;
  // A reader may close its end early, as `head` does. Without a listener, this error (EPIPE) would end the server.
  for (const stream of [stdout, stderr]) stream.on('error', () => undefined);
  try {
    return await run(options);
  } catch (error) {
    if (error instanceof UsageError || error instanceof StartError) {
      stderr.write(`${error.message}\n`);
      return error instanceof UsageError ? 2 : startErrorCode;
    }
    throw error;
  }
}

async function run({ argv, env, stdout, stderr, webRoot, simulated, stop, ...rest }: MainOptions): Promise<number> {
  const version = rest.version ?? manifest.version;
  const reading = { version, write: (text: string) => stdout.write(text), isDeployed: simulated === undefined };
  const words = argv[0] === '--' ? argv.slice(1) : argv;
  const options = readWords(words, env, reading);
  if ('answered' in options) return 0;
  const clock = { now: () => Date.now() };
  const logger = createLogger({ stream: stderr, level: options.logLevel, clock });
  switch (options.command) {
    case 'migrate-registry':
      return migrateRegistry({ options, env, clock, logger, stdout });
    case 'migrate':
      return migrateSchema(options, { logger, stdout });
    case 'copy-store':
      return copyStoreCommand(options, { logger, stdout });
    case 'serve':
  }
  const { access } = options;
  const auth = authenticator({ access, clock, logger });
  const metricsEndpoint = createMetricsEndpoint({ version, auth, clock });
  const { telemetry } = metricsEndpoint;
  const writeError = (text: string) => stderr.write(text);
  const opening = { options, env, clock, logger, telemetry, writeError };
  if (options.doctor) return examine(opening, stdout);
  const prices = options.pricesFile === null ? {} : { prices: await readPrices(options.pricesFile) };
  limitHeapGrowth();
  const { ports, notes, close } = await openPorts(opening, simulated);
  const shutdown = watchForShutdown(stop, logger);
  const scheduler = createScheduler(logger);
  try {
    const { extra, host, port, limitPolicy } = options;
    const limits = limitsOfSubject(access.requestsPerSecond);
    const api = createApp({
      ...ports,
      ...prices,
      clock,
      logger,
      version,
      auth,
      limits,
      limitPolicy,
      telemetry,
      scheduler,
      stopping: shutdown.signal,
    });
    const handle = createSite({
      api,
      metrics: metricsEndpoint.respond,
      webRoot,
      version,
      extra: ports.clusters === undefined ? extra : { ...extra, clusters: ports.clusters },
      signIn: access.signIn,
    });
    const listener = await listen({ handle, host, port, access, logger });
    const lines = [`Trimtab ${version} is ready at ${listener.url}`, ...notes, ...signInNote(access)];
    stdout.write([...lines, 'Stop it with Ctrl-C.', ''].join('\n'));
    // Fetches the signing keys, so that a problem with them is logged before the first call.
    void auth.problem();
    const code = await shutdown.requested;
    // After an unhandled error the state of the process is unknown, so it answers nothing more.
    await listener.stop(code === 0 ? options.shutdownDelayMs : 0);
    return code;
  } finally {
    shutdown.removeListeners();
    await scheduler.stop();
    await close?.();
    await ports.store.close();
  }
}

/** Examines each cluster. Returns the highest exit code, so that a cluster that cannot be read is not overlooked. */
async function examine(opening: OpenOptions, stdout: Writable): Promise<number> {
  const { options, env } = opening;
  const { prometheus, kubernetes } = options;
  const several = (await options.clusters?.()) ?? [];
  const one = prometheus === null ? [] : [{ name: null, prometheus, kubernetes }];
  let highest = 0;
  for (const { name, ...access } of [...several, ...one]) {
    if (name !== null) stdout.write(`Cluster ${name}\n`);
    const code = await examineOne(opening, access, stdout, env).catch((error: unknown) => {
      if (name === null || !(error instanceof StartError)) throw error;
      stdout.write(`${error.message}\n`);
      return startErrorCode;
    });
    if (name !== null) stdout.write('\n');
    highest = Math.max(highest, code);
  }
  return highest;
}

async function examineOne(
  opening: OpenOptions,
  access: Pick<ClusterAccess, 'prometheus' | 'kubernetes'>,
  stdout: Writable,
  env: Environment,
): Promise<number> {
  const prometheus = await connectPrometheus(opening, access.prometheus, null);
  // The report contains the problems, so they are not logged too.
  const quiet = { ...opening, logger: () => undefined };
  const kubernetes = access.kubernetes === null ? null : await connectKubernetes(access.kubernetes, quiet);
  return doctor({ prometheus, kubernetes, dialect: access.prometheus, stdout, env });
}

function readWords(words: readonly string[], env: Environment, reading: OptionContext) {
  const [word, ...rest] = words;
  if (word === 'migrate-registry') return readMigrationOptions(rest, env, reading);
  if (word === 'migrate') return readSchemaOptions(rest, env, reading);
  return word === 'copy-store' ? readCopyOptions(rest, env, reading) : readOptions(words, env, reading);
}

/**
 * Starts a garbage collection when the heap has grown by a quarter. By default V8 lets the heap of a busy server
 * double. packages/server/README.md has figures.
 */
const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=25');

type AuthOptions = { readonly access: Access; readonly clock: Clock; readonly logger: Logger };

function authenticator({ access: { signIn }, clock, logger }: AuthOptions): Authenticator {
  return signIn === null ? withoutSignIn : createOidcAuthenticator({ ...signIn, fetch, clock, logger });
}

const signInNote = ({ signIn }: Access): readonly string[] =>
  signIn === null ? [] : [`Callers sign in with ${signIn.issuer}.`];
