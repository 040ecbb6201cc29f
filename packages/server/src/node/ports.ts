import { createDialect, createPrometheus } from '../adapters/prometheus/index.ts';
import { openSqliteStore, StoreUnusableError } from '../adapters/sql/index.ts';
import type { Logger } from '../app.ts';
import type {
  Clock,
  ClusterSource,
  Connector,
  HistorySource,
  MetricsSource,
  Store,
  Telemetry,
} from '../ports/index.ts';
import type { Environment, ServerOptions } from './options.ts';
import type { PrometheusAccess } from './prometheus-options.ts';
import { isExposed, openTransport } from './prometheus-transport.ts';
import { StartError, UsageError } from './usage-error.ts';

export type ServerPorts = {
  readonly cluster: ClusterSource;
  readonly metrics: MetricsSource;
  readonly store: Store;
  readonly connectors?: ReadonlyMap<string, Connector>;
  readonly history?: HistorySource;
};

/** Given from outside, because a deployed server has no simulated cluster in it. */
export type Simulated = (options: { readonly dataSet: string; readonly clock: Clock }) => Promise<ServerPorts>;

type Opening = {
  readonly options: ServerOptions;
  readonly env: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly simulated: Simulated;
  readonly writeError: (text: string) => void;
};

/** The ports, and a sentence about what they show. Throws `UsageError` or `StartError`. */
export async function openPorts(opening: Opening): Promise<{ ports: ServerPorts; shows: readonly string[] }> {
  const { prometheus } = opening.options;
  return prometheus === null ? openSimulated(opening) : openReal(opening, prometheus);
}

async function openSimulated({ options, clock, simulated }: Opening) {
  try {
    const ports = await simulated({ dataSet: options.dataSet, clock });
    return {
      ports,
      shows: [
        `It shows a simulated cluster (data set ${options.dataSet}), and forgets what you change when it stops.`,
        'For a real cluster: npx -y pnpm@12.21.0 start --prometheus http://127.0.0.1:9090',
      ],
    };
  } catch (error) {
    // Its class is in the fixtures, which this package must not import.
    if (error instanceof Error && error.name === 'UnknownDataSetError') throw new UsageError(error.message);
    throw error;
  }
}

type Connecting = Pick<Opening, 'options' | 'env' | 'clock' | 'logger' | 'telemetry' | 'writeError'>;

/** The ports onto a Prometheus, and its address as it may be shown. Throws `UsageError` or `StartError`. */
export async function connectPrometheus(
  { options, env, clock, logger, telemetry, writeError }: Connecting,
  access: PrometheusAccess,
) {
  const explain = options.explainQueries
    ? ({ query, milliseconds, series }: { query: string; milliseconds: number; series: number | null }) =>
        writeError(`${Math.round(milliseconds)} ms, ${series === null ? 'failed' : `${series} series`}: ${query}\n`)
    : undefined;
  const sources = createPrometheus({
    url: access.url.href,
    ...(await openTransport(access, env)),
    dialect: createDialect(access),
    clock,
    logger,
    telemetry,
    ...(explain === undefined ? {} : { explain }),
  });
  return { ...sources, shown: `${access.url.origin}${access.url.pathname.replace(/\/+$/, '')}` };
}

async function openReal(opening: Opening, access: PrometheusAccess) {
  const { shown, ...sources } = await connectPrometheus(opening, access);
  const { status, detail } = await sources.metrics.status({ signal: AbortSignal.timeout(10_000) });
  if (status === 'down') {
    throw new StartError(`Nothing can be read from ${shown}: ${detail ?? 'it does not answer.'} Check --prometheus.`);
  }
  const { dataFolder } = opening.options;
  const store = await openStore(dataFolder);
  return {
    ports: { ...sources, store, connectors: new Map([['prometheus', sources.connector]]) },
    shows: [
      `It shows the cluster behind Prometheus at ${shown}, and keeps what you enroll in ${dataFolder}.`,
      ...(isExposed(access)
        ? ['The credentials for Prometheus go over the network unencrypted: use https where you can.']
        : []),
    ],
  };
}

async function openStore(folder: string): Promise<Store> {
  try {
    return await openSqliteStore(folder);
  } catch (error) {
    if (error instanceof StoreUnusableError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}
