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
 * The whole API as a function of a request: the same in a browser worker, on loopback and deployed. `address` is the
 * client's network address, which limits the requests of callers who are not signed in.
 */
export type App = (request: Request, address?: string) => Promise<Response>;

/** Everything that the app needs from its mount. */
export type AppDeps = {
  cluster: ClusterSource;
  metrics: MetricsSource;
  store: Store;
  /** Hourly and daily means of the past. Absent: the server records hours itself. */
  archive?: ArchiveSource;
  /** Absent: the server works only while it answers a request. */
  scheduler?: Scheduler;
  /** Sources that accept queries in their own language, by the name in the API. Absent: there are none. */
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
  /** What happens to limits when requests change, for targets without a policy of their own. Absent: `keep`. */
  limitPolicy?: LimitPolicy;
  /** The operator's prices of nodes. Absent: the shipped table. */
  prices?: NodePrices;
  /** Whether paths may have names that Kubernetes does not allow, as a simulated cluster does. Absent: they answer 400. */
  anyNames?: boolean;
  /** Absent: callers are not limited, as in the browser's demo worker. */
  limits?: CallerLimits;
};

/** A token bucket: it holds `burst` requests and gains `perSecond` of them every second. */
export type Rate = { readonly perSecond: number; readonly burst: number };

/** The limits of one caller. */
export type CallerLimits = {
  readonly requests: Rate;
  readonly writes: Rate;
  /** How many exports one caller may run in parallel. */
  readonly parallelExports: number;
  /** Per network address, for callers who are not signed in. */
  readonly anonymous: Rate;
};
