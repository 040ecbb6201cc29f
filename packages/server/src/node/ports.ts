import { createPrometheus } from '../adapters/prometheus/index.ts';
import { openSqliteStore, StoreUnusableError } from '../adapters/sql/index.ts';
import type { Logger } from '../app.ts';
import type { Clock, ClusterSource, Connector, MetricsSource, Store } from '../ports/index.ts';
import type { ServerOptions } from './options.ts';
import { StartError, UsageError } from './usage-error.ts';

export type ServerPorts = {
  readonly cluster: ClusterSource;
  readonly metrics: MetricsSource;
  readonly store: Store;
  readonly connectors?: ReadonlyMap<string, Connector>;
};

/** Given from outside, because a deployed server has no simulated cluster in it. */
export type Simulated = (options: { readonly dataSet: string; readonly clock: Clock }) => Promise<ServerPorts>;

type Opening = {
  readonly options: ServerOptions;
  readonly clock: Clock;
  readonly logger: Logger;
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

async function openReal({ options, clock, logger, writeError }: Opening, url: URL) {
  const explain = options.explainQueries
    ? ({ query, milliseconds, series }: { query: string; milliseconds: number; series: number | null }) =>
        writeError(`${Math.round(milliseconds)} ms, ${series === null ? 'failed' : `${series} series`}: ${query}\n`)
    : undefined;
  const sources = createPrometheus({ url: url.href, clock, logger, ...(explain === undefined ? {} : { explain }) });
  const shown = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  const { status, detail } = await sources.metrics.status({ signal: AbortSignal.timeout(10_000) });
  if (status === 'down') {
    throw new StartError(`Nothing can be read from ${shown}: ${detail ?? 'it does not answer.'} Check --prometheus.`);
  }
  const store = await openStore(options.dataFolder);
  return {
    ports: { ...sources, store, connectors: new Map([['prometheus', sources.connector]]) },
    shows: [`It shows the cluster behind Prometheus at ${shown}, and keeps what you enroll in ${options.dataFolder}.`],
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
