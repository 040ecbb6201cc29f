import { formatCounted, isInClusters, sanitize } from '@trimtab/core';
import { composeClusters } from '../adapters/clusters/compose-clusters.ts';
import { composeRegistries } from '../adapters/clusters/compose-registries.ts';
import { type OpenedRegistry, preferKubernetes } from '../adapters/kubernetes/index.ts';
import { createDialect, createPrometheus, type ExplainedQuery } from '../adapters/prometheus/index.ts';
import type { AppDeps, Clock, Logger, MetricsSource, Store, Telemetry } from '../ports/index.ts';
import { redactText } from '../redaction.ts';
import { connectKubernetes } from './kubernetes/connect-kubernetes.ts';
import { targetMemory } from './kubernetes/target-memory.ts';
import { type OpenedStore, openStore } from './open-store.ts';
import type { ClusterAccess } from './options/cluster-options.ts';
import type { CommandWord } from './options/commands.ts';
import type { ServerOptions } from './options/options.ts';
import type { Environment } from './options/parse.ts';
import type { PrometheusAccess } from './options/prometheus-options.ts';
import { isExposed, openTransport } from './prometheus-transport.ts';
import { StartError, UsageError } from './start-errors.ts';

export type ServerPorts = Pick<
  AppDeps,
  'clusters' | 'cluster' | 'metrics' | 'store' | 'connectors' | 'history' | 'podLogs' | 'anyNames'
>;

/** Creates the ports of a simulated cluster. Passed in, because a deployed server does not contain it. */
export type Simulated = (options: { readonly dataSet: string; readonly clock: Clock }) => Promise<ServerPorts>;

export type OpenOptions = {
  readonly options: ServerOptions;
  readonly env: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly telemetry: Telemetry;
  readonly writeError: (text: string) => void;
};

type OpenedPorts = {
  readonly ports: ServerPorts;
  readonly notes: readonly string[];
  /** Stops the background work. */
  readonly close?: () => Promise<void>;
};

/** Opens the ports; `notes` are sentences for the operator about them. Throws `UsageError` or `StartError`. */
export async function openPorts(opening: OpenOptions, simulated: Simulated | undefined): Promise<OpenedPorts> {
  const { prometheus, kubernetes, clusters } = opening.options;
  if (clusters !== null) return openSeveral(opening, await clusters());
  if (prometheus !== null) return openOne(opening, { prometheus, kubernetes });
  if (simulated === undefined) throw new UsageError('Give the address of Prometheus with --prometheus. See --help.');
  return openSimulated(opening, simulated);
}

async function openSimulated({ options, clock }: OpenOptions, simulated: Simulated): Promise<OpenedPorts> {
  try {
    const ports = await simulated({ dataSet: options.dataSet, clock });
    const what =
      ports.clusters === undefined ? 'a simulated cluster' : `the simulated clusters ${ports.clusters.join(', ')}`;
    return {
      ports,
      notes: [
        `It shows ${what} (data set ${options.dataSet}). Changes are lost when the server stops.`,
        'To show a real cluster: npx -y pnpm@12.21.0 start --prometheus http://127.0.0.1:9090',
      ],
    };
  } catch (error) {
    // The error class belongs to the fixtures package, which this package must not import.
    if (error instanceof Error && error.name === 'UnknownDataSetError') throw new UsageError(error.message);
    throw error;
  }
}

/**
 * Creates the ports of a Prometheus; `address` has no credentials. `cluster` is its name if there are several, otherwise
 * null. Throws `UsageError` or `StartError`.
 */
export async function connectPrometheus(
  { options, env, clock, logger, telemetry, writeError }: OpenOptions,
  access: PrometheusAccess,
  cluster: string | null,
) {
  const explain = ({ query, milliseconds, series }: ExplainedQuery) =>
    writeError(
      // Callers choose names and connector queries, so each query is printed on one line without escape sequences.
      `${Math.round(milliseconds)} ms, ${series === null ? 'failed' : `${series} series`}: ${sanitize(redactText(query))}\n`,
    );
  const sources = createPrometheus({
    url: access.url.href,
    ...(await openTransport(access, env)),
    dialect: createDialect(access),
    acceptPartial: access.acceptPartial,
    ...(access.background === null ? {} : { limits: { histories: access.background } }),
    clock,
    logger,
    telemetry,
    ...(cluster === null ? {} : { connector: `prometheus.${cluster}` }),
    ...(options.explainQueries ? { explain } : {}),
  });
  return { ...sources, address: `${access.url.origin}${access.url.pathname.replace(/\/+$/, '')}` };
}

type Access = Pick<ClusterAccess, 'prometheus' | 'kubernetes'>;

/** The ports of one cluster, except for the store. `problem`: why Prometheus cannot be read; null if it can. */
type Source = Awaited<ReturnType<typeof openSource>>;

/** Connects to a Prometheus and checks whether it answers. */
async function checkedPrometheus(opening: OpenOptions, access: PrometheusAccess, cluster: string | null) {
  const { address, ...sources } = await connectPrometheus(opening, access, cluster);
  const problem = await checkMetricsSource(sources.metrics, access.mayBeDown ? optionalTimeoutMs : requiredTimeoutMs);
  return { access, address, sources, problem };
}

const cannotRead = (unread: readonly { readonly address: string; readonly problem: string | null }[]) =>
  new StartError(
    [
      ...unread.map(({ address, problem }) => `Cannot read from ${address}: ${problem}`),
      'Check the options that begin with --prometheus.',
    ].join(' '),
  );

async function openSource(
  opening: OpenOptions,
  { access, address, sources, problem }: Awaited<ReturnType<typeof checkedPrometheus>>,
  { kubernetes, name }: Pick<ClusterAccess, 'kubernetes'> & { readonly name: string | null },
  { shared }: Pick<Store, 'shared'>,
) {
  const memory = targetMemory({ shared, folder: opening.options.dataFolder }, name);
  const inventory = kubernetes === null ? null : await connectKubernetes(kubernetes, { ...opening, memory });
  const targets = inventory?.targets ?? null;
  // Without this wait, the first answers would come from Prometheus alone and be cached.
  const soon = AbortSignal.timeout(firstListsMs);
  await Promise.all([targets?.settled(soon), inventory?.reader.settled(soon)]);
  return {
    ports: {
      ...sources,
      cluster: inventory === null ? sources.cluster : preferKubernetes(inventory, sources.cluster),
      ...(inventory === null ? {} : { podLogs: inventory.podLogs }),
    },
    address,
    targets,
    stop: inventory?.stop,
    notes: [
      ...(inventory === null
        ? []
        : [
            `Workloads, pods and HPAs are read from the Kubernetes API server at ${inventory.address} while it answers.`,
            ...unreadNote(inventory.reader.problem()),
          ]),
      ...(problem === null ? [] : [`Prometheus cannot be read yet: ${problem} The server keeps trying.`]),
      ...(isExposed(access)
        ? ['The credentials for Prometheus are sent over the network unencrypted. Use https if you can.']
        : []),
    ],
  };
}

async function openOne(opening: OpenOptions, { prometheus, kubernetes }: Access): Promise<OpenedPorts> {
  const connected = await checkedPrometheus(opening, prometheus, null);
  if (connected.problem !== null && !prometheus.mayBeDown) throw cannotRead([connected]);
  const { logger } = opening;
  // Opened before Kubernetes, which is read in the background from then on.
  const stored = await openStore(opening.options, logger);
  const { store: sql, place } = stored;
  const { ports, address, targets, stop, notes } = await openSource(
    opening,
    connected,
    { kubernetes, name: null },
    sql,
  ).catch(closing(sql));
  const store = targets === null ? sql : { ...sql, targets: targets.registry };
  return {
    ports: { ...ports, store, connectors: new Map([['prometheus', ports.connector]]) },
    ...(stop === undefined ? {} : { close: stop }),
    notes: [
      `It shows the cluster behind Prometheus at ${address}. ${targets === null ? 'Enrolled targets and settings' : 'Settings'} are stored in ${place}.`,
      ...(targets === null ? [] : await registryNotes(targets, stored, null, logger)),
      ...notes,
    ],
  };
}

/** Starts if at least one of the clusters can be read, because one that is down must not hide the others. */
async function openSeveral(opening: OpenOptions, clusters: readonly ClusterAccess[]): Promise<OpenedPorts> {
  const connected = await Promise.all(
    clusters.map(async (cluster) => ({
      ...(await checkedPrometheus(opening, cluster.prometheus, cluster.name)),
      cluster,
    })),
  );
  const unread = connected.filter(({ access, problem }) => problem !== null && !access.mayBeDown);
  if (unread.length === clusters.length) throw cannotRead(unread);
  const { logger } = opening;
  const stored = await openStore(opening.options, logger);
  const { store: sql, place } = stored;
  const opened = await Promise.allSettled(
    connected.map(async ({ cluster, ...own }) => ({
      name: cluster.name,
      source: await openSource(opening, own, cluster, sql),
    })),
  );
  const sources = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const close = async () => void (await Promise.all(sources.map(async ({ source }) => source.stop?.())));
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await close();
    return closing(sql)(failed.reason);
  }
  const members = sources.map(({ name, source }) => ({ name, ...source.ports }));
  const registries = sources.flatMap(({ name, source: { targets } }) =>
    targets === null ? [] : [{ name, targets: targets.registry }],
  );
  const store = registries.length === 0 ? sql : { ...sql, targets: composeRegistries(registries, sql.targets) };
  const notesOf = async (name: string, { address, targets, notes }: Source) => [
    `Its Prometheus is at ${address}.`,
    ...(targets === null ? [] : await registryNotes(targets, stored, name, logger)),
    ...notes,
  ];
  const notes = await Promise.all(
    sources.map(async ({ name, source }) => (await notesOf(name, source)).map((note) => `Cluster ${name}: ${note}`)),
  );
  return {
    ports: { ...composeClusters(members, opening.clock), store },
    close,
    notes: [
      `It shows the clusters ${clusters.map(({ name }) => name).join(', ')}. ${registries.length === clusters.length ? 'Settings' : 'Enrolled targets and settings'} are stored in ${place}.`,
      ...notes.flat(),
    ],
  };
}

/** Closes the store after an error, and rejects with that error. */
const closing =
  ({ close }: Pick<Store, 'close'>) =>
  async (error: unknown): Promise<never> => {
    await close();
    throw error;
  };

const unreadNote = (problem: string | null) =>
  problem === null ? [] : [`It cannot be read yet: ${problem.replace(/\.?$/, '.')} The server keeps trying.`];

/** Explains how to copy targets to the cluster if only the database has some. `cluster`: its name if there are several. */
async function registryNotes(
  { problem, size }: OpenedRegistry,
  { store, place }: OpenedStore,
  cluster: string | null,
  logger: Logger,
): Promise<readonly string[]> {
  const kept = 'Enrolled targets are AIScaleTarget resources of the cluster.';
  if (problem() !== null || size() > 0) return [kept];
  const own = cluster === null ? null : [cluster];
  const { length } = (await store.targets.list()).filter(({ namespace }) => isInClusters(namespace, own));
  if (length === 0) return [kept];
  const word: CommandWord = 'migrate-registry';
  const command = cluster === null ? word : `${word} --cluster ${cluster}`;
  logger('warn', 'targets are left in the database', { targets: length, command });
  const [are, them] = length === 1 ? ['is', 'it'] : ['are', 'them'];
  const left = formatCounted(length, 'enrolled target');
  return [kept, `There ${are} ${left} in ${place}, and none in the cluster: ${command} copies ${them}.`];
}

const requiredTimeoutMs = 10_000;
/** With --prometheus-may-be-down the server must answer health checks soon. */
const optionalTimeoutMs = 2_000;
/** The first lists of a large cluster take seconds. An API server that cannot be reached fails sooner. */
const firstListsMs = 10_000;

/** Why the metrics source cannot be read, as a sentence; null if it can. Detects a wrong address at start. */
export async function checkMetricsSource(
  metrics: Pick<MetricsSource, 'status'>,
  timeoutMs: number,
): Promise<string | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const timedOut = { status: 'down', detail: `it did not answer within ${timeoutMs / 1000} seconds.` } as const;
  const { status, detail } = await metrics.status({ signal }).catch((error: unknown) => {
    if (signal.aborted) return timedOut;
    throw error;
  });
  return status === 'down' ? (detail ?? 'it does not answer.') : null;
}
