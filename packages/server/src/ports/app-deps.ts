import type { LimitPolicy } from '@trimtab/core';
import type { ArchiveSource } from './archive-source.ts';
import type { Clock } from './clock.ts';
import type { ClusterSource } from './cluster-source.ts';
import type { Connector } from './connector.ts';
import type { HistorySource } from './history-source.ts';
import type { Logger } from './logger.ts';
import type { MetricsSource } from './metrics-source.ts';
import type { NodePrices } from './node-prices.ts';
import type { PodLogs } from './pod-logs.ts';
import type { Authenticator } from './principal.ts';
import type { Scheduler } from './scheduler.ts';
import type { Store } from './store.ts';
import type { Telemetry } from './telemetry.ts';

/**
 * The whole API as a function of a request. It is the same in a browser worker, on loopback and deployed. `address` is
 * the client's network address. It is used to limit callers who are not signed in.
 */
export type App = (request: Request, address?: string) => Promise<Response>;

/** Everything that the app needs from its mount. */
export type AppDeps = {
  /** The clusters whose names are the prefixes of namespaces (docs/clusters.md). Absent: one cluster, no prefix. */
  clusters?: readonly string[];
  cluster: ClusterSource;
  metrics: MetricsSource;
  store: Store;
  /** Hourly and daily means of the past. Absent: the server records the hours itself. */
  archive?: ArchiveSource;
  /** Runs background work at regular times. Absent: suggestions are computed after a request, when they are due. */
  scheduler?: Scheduler;
  /** Sources that accept queries in their own language, by their name in the API. Absent: there are none. */
  connectors?: ReadonlyMap<string, Connector>;
  clock: Clock;
  /** Absent: the cluster is not connected, so there are no logs. */
  podLogs?: PodLogs;
  /** Weeks of samples, the input of suggestions and forecasts. Absent: there are no suggestions. */
  history?: HistorySource;
  logger: Logger;
  /** Collects metrics of the server itself. Absent: they are dropped. */
  telemetry?: Telemetry;
  /** The product's version, as in /config.json and openapi.json. */
  version: string;
  /** Absent: requests need no sign-in, as in the browser's demo worker. */
  auth?: Authenticator;
  /** How limits change with requests, for targets without their own policy. Absent: `keep`. */
  limitPolicy?: LimitPolicy;
  /** The operator's prices of nodes. Absent: the built-in table. */
  prices?: NodePrices;
  /** Whether paths may contain names that Kubernetes does not allow, as in a simulation. Absent: they get 400. */
  anyNames?: boolean;
  /** Absent: callers are not limited, as in the browser's demo worker. */
  limits?: CallerLimits;
  /**
   * Aborted when the server begins to stop. It is then no longer ready, and background work and followed logs end.
   * Absent: the server never stops.
   */
  stopping?: AbortSignal;
};

/** A token bucket: it holds `burst` requests and gains `perSecond` of them every second. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export type CallerLimits = {
  readonly requests: Rate;
  readonly writes: Rate;
  /** How many exports one caller may run in parallel. */
  readonly parallelExports: number;
  /** Per network address, for callers who are not signed in. */
  readonly anonymous: Rate;
};
