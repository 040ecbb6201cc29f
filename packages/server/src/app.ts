import type { Clock, ClusterSource, MetricsSource, Store } from './ports/index.ts';

/** One line of the server's log: an event and its fields. The single place where secrets are redacted is behind it. */
export type Logger = (level: 'debug' | 'info' | 'warn' | 'error', event: string, fields?: object) => void;

export type AppDeps = {
  cluster: ClusterSource;
  metrics: MetricsSource;
  store: Store;
  clock: Clock;
  logger: Logger;
  /** The product's version, as /config.json and openapi.json name it. */
  version: string;
};

/** The whole API as a function of a request; the same in a browser worker, on loopback and deployed. */
export type App = (request: Request) => Promise<Response>;

export function createApp(_deps: AppDeps): App {
  return async () => new Response(null, { status: 501 });
}
