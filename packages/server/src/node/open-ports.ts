import { createDialect, createPrometheus } from '../adapters/prometheus/index.ts';
import { openSqliteStore, StoreUnusableError } from '../adapters/sql/index.ts';
import type {
  Clock,
  ClusterSource,
  Connector,
  HistorySource,
  Logger,
  MetricsSource,
  Store,
  Telemetry,
} from '../ports/index.ts';
import type { Environment, ServerOptions } from './options/options.ts';
import type { PrometheusAccess } from './options/prometheus-options.ts';
import { isExposed, openTransport } from './prometheus-transport.ts';
import { StartError, UsageError } from './start-errors.ts';

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
  const problem = await firstLook(sources.metrics, access.mayBeDown ? unattendedPatienceMs : attendedPatienceMs);
  if (problem !== null && !access.mayBeDown) {
    throw new StartError(`Nothing can be read from ${shown}: ${problem} Check --prometheus.`);
  }
  const { dataFolder } = opening.options;
  const store = await openStore(dataFolder);
  return {
    ports: { ...sources, store, connectors: new Map([['prometheus', sources.connector]]) },
    shows: [
      `It shows the cluster behind Prometheus at ${shown}, and keeps what you enroll in ${dataFolder}.`,
      ...(problem === null ? [] : [`Nothing can be read from there yet: ${problem} It is asked until it can.`]),
      ...(isExposed(access)
        ? ['The credentials for Prometheus go over the network unencrypted: use https where you can.']
        : []),
    ],
  };
}

const attendedPatienceMs = 10_000;
/** Whoever looks after the server wants to see it alive meanwhile. */
const unattendedPatienceMs = 2_000;

/** Tells a wrong address from a right one before anything is served: why nothing can be read, or null. */
export async function firstLook(metrics: Pick<MetricsSource, 'status'>, patienceMs: number): Promise<string | null> {
  const signal = AbortSignal.timeout(patienceMs);
  const late = { status: 'down', detail: `it did not answer within ${patienceMs / 1000} seconds.` } as const;
  const { status, detail } = await metrics.status({ signal }).catch((error: unknown) => {
    if (signal.aborted) return late;
    throw error;
  });
  return status === 'down' ? (detail ?? 'it does not answer.') : null;
}

async function openStore(folder: string): Promise<Store> {
  try {
    return await openSqliteStore(folder);
  } catch (error) {
    if (error instanceof StoreUnusableError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}
