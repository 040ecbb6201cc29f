import { sanitize } from '@trimtab/core';
import { type OpenedRegistry, preferKubernetes } from '../adapters/kubernetes/index.ts';
import { createDialect, createPrometheus, type ExplainedQuery } from '../adapters/prometheus/index.ts';
import type { AppDeps, Clock, Logger, MetricsSource, Store, Telemetry } from '../ports/index.ts';
import { redactText } from '../redaction.ts';
import { connectKubernetes } from './kubernetes/connect-kubernetes.ts';
import { targetMemory } from './kubernetes/target-memory.ts';
import { openStore } from './open-store.ts';
import { migrateRegistryWord, type ServerOptions } from './options/options.ts';
import type { Environment } from './options/parse.ts';
import type { PrometheusAccess } from './options/prometheus-options.ts';
import { isExposed, openTransport } from './prometheus-transport.ts';
import { StartError, UsageError } from './start-errors.ts';

export type ServerPorts = Pick<
  AppDeps,
  'cluster' | 'metrics' | 'store' | 'connectors' | 'history' | 'podLogs' | 'anyNames'
>;

/** Creates the ports of a simulated cluster. Passed in, because a deployed server does not contain it. */
export type Simulated = (options: { readonly dataSet: string; readonly clock: Clock }) => Promise<ServerPorts>;

type OpenOptions = {
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
  const { prometheus } = opening.options;
  if (prometheus !== null) return openReal(opening, prometheus);
  if (simulated === undefined) throw new UsageError('Give the address of Prometheus with --prometheus. See --help.');
  return openSimulated(opening, simulated);
}

async function openSimulated({ options, clock }: OpenOptions, simulated: Simulated): Promise<OpenedPorts> {
  try {
    const ports = await simulated({ dataSet: options.dataSet, clock });
    return {
      ports,
      notes: [
        `It shows a simulated cluster (data set ${options.dataSet}). Changes are lost when the server stops.`,
        'To show a real cluster: npx -y pnpm@12.21.0 start --prometheus http://127.0.0.1:9090',
      ],
    };
  } catch (error) {
    // The error class belongs to the fixtures package, which this package must not import.
    if (error instanceof Error && error.name === 'UnknownDataSetError') throw new UsageError(error.message);
    throw error;
  }
}

/** Creates the ports of a Prometheus; `address` has no credentials. Throws `UsageError` or `StartError`. */
export async function connectPrometheus(
  { options, env, clock, logger, telemetry, writeError }: OpenOptions,
  access: PrometheusAccess,
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
    ...(access.background === null ? {} : { limits: { heavy: access.background } }),
    clock,
    logger,
    telemetry,
    ...(options.explainQueries ? { explain } : {}),
  });
  return { ...sources, address: `${access.url.origin}${access.url.pathname.replace(/\/+$/, '')}` };
}

async function openReal(opening: OpenOptions, access: PrometheusAccess): Promise<OpenedPorts> {
  const { address, ...sources } = await connectPrometheus(opening, access);
  const timeoutMs = access.mayBeDown ? optionalTimeoutMs : requiredTimeoutMs;
  const problem = await checkMetricsSource(sources.metrics, timeoutMs);
  if (problem !== null && !access.mayBeDown) {
    throw new StartError(`Cannot read from ${address}: ${problem} Check the options that begin with --prometheus.`);
  }
  const { logger } = opening;
  const { database, dataFolder, kubernetes } = opening.options;
  // Opened before Kubernetes, which is read in the background from then on.
  const { store: sql, place } = await openStore({ database, dataFolder }, logger);
  const inventory =
    kubernetes === null
      ? null
      : await connectKubernetes(kubernetes, { ...opening, memory: targetMemory(dataFolder) }).catch(
          async (error: unknown) => {
            await sql.close();
            throw error;
          },
        );
  const targets = inventory?.targets ?? null;
  const cluster = inventory === null ? sources.cluster : preferKubernetes(inventory, sources.cluster);
  // Without this wait, the first answers would come from Prometheus alone and be cached.
  const soon = AbortSignal.timeout(optionalTimeoutMs);
  await Promise.all([targets?.settled(soon), inventory?.reader.settled(soon)]);
  const store = targets === null ? sql : { ...sql, targets: targets.registry };
  return {
    ports: {
      ...sources,
      cluster,
      store,
      connectors: new Map([['prometheus', sources.connector]]),
      ...(inventory === null ? {} : { podLogs: inventory.podLogs }),
    },
    ...(inventory === null ? {} : { close: inventory.stop }),
    notes: [
      `It shows the cluster behind Prometheus at ${address}. ${targets === null ? 'Enrolled targets and settings' : 'Settings'} are stored in ${place}.`,
      ...(targets === null ? [] : ['Enrolled targets are AIScaleTarget resources of the cluster.']),
      ...(targets === null ? [] : await leftBehindNote(targets, sql, logger)),
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

const unreadNote = (problem: string | null) =>
  problem === null ? [] : [`It cannot be read yet: ${problem.replace(/\.?$/, '.')} The server keeps trying.`];

/** Explains how to copy targets to the cluster if only the data folder has some. */
async function leftBehindNote(
  { problem, size }: OpenedRegistry,
  { targets }: Store,
  logger: Logger,
): Promise<readonly string[]> {
  if (problem() !== null || size() > 0) return [];
  const { length } = await targets.list();
  if (length === 0) return [];
  logger('warn', 'targets are left in the data folder', { targets: length, command: migrateRegistryWord });
  return [`The data folder has ${length} enrolled targets, and the cluster none: ${migrateRegistryWord} copies them.`];
}

const requiredTimeoutMs = 10_000;
/** With --prometheus-may-be-down the server must answer health checks soon. */
const optionalTimeoutMs = 2_000;

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
