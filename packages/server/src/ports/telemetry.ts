/** The cost of one query to a source. */
export type UpstreamCost = {
  readonly connector: string;
  /** `refused`: the source rejected the query. `failed`: there was no response, or an invalid one. */
  readonly outcome: 'answered' | 'refused' | 'failed';
  readonly seconds: number;
  /** The size of the response, decompressed. */
  readonly bytes: number;
  /** The samples that the source read for the query; null when it does not report them. */
  readonly samples: number | null;
};

/** How a cache served a lookup. `stale`: an older value was returned while a new one is computed. */
export type CacheResult = 'hit' | 'stale' | 'miss';

/** Reads the values of a gauge by label when metrics are scraped. Null values are left out. */
export type GaugeReader = () => Promise<ReadonlyMap<string, number | null>>;

/** Collects metrics of the server itself. Implementations must be cheap and must not throw. */
export type Telemetry = {
  /** Call this when a request arrives. Call the returned function once when the request has been answered. */
  call(): (answered: { readonly operation: string; readonly status: number; readonly seconds: number }) => void;
  upstream(cost: UpstreamCost): void;
  cache(name: string, result: CacheResult): void;
  /** Registers the gauge `trimtab_<name>` with one label, such as jobs by `state`. */
  offer(gauge: {
    readonly name: string;
    readonly help: string;
    readonly label: string;
    readonly read: GaugeReader;
  }): void;
};

/** Drops all metrics. */
export const silentTelemetry: Telemetry = {
  call: () => () => undefined,
  upstream: () => undefined,
  cache: () => undefined,
  offer: () => undefined,
};
