/** What one question to a source cost. */
export type UpstreamCost = {
  readonly connector: string;
  /** `refused`: it answered that the question cannot be answered; `failed`: it did not answer, or not as it should. */
  readonly outcome: 'answered' | 'refused' | 'failed';
  readonly seconds: number;
  /** Of the answer, unpacked. */
  readonly bytes: number;
  /** Samples the source read for it; null when it does not say. */
  readonly samples: number | null;
};

/** How a cache served a question: `stale` is an older answer, while a new one is made. */
export type CacheResult = 'hit' | 'stale' | 'miss';

/** A figure that is read when somebody looks: its values by label; null is left out. */
export type Reading = () => Promise<ReadonlyMap<string, number | null>>;

/**
 * What the server tells about its own work. It must cost next to nothing and never throws; where nobody collects figures,
 * `silentTelemetry` takes them.
 */
export type Telemetry = {
  /** A call came in; what is answered is to be called once, when it has been answered. */
  call(): (answered: { readonly operation: string; readonly status: number; readonly seconds: number }) => void;
  upstream(cost: UpstreamCost): void;
  cache(name: string, result: CacheResult): void;
  /** Offers a gauge `trimtab_<name>` with one label, such as jobs by `state`. */
  offer(gauge: { readonly name: string; readonly help: string; readonly label: string; readonly read: Reading }): void;
};

export const silentTelemetry: Telemetry = {
  call: () => () => undefined,
  upstream: () => undefined,
  cache: () => undefined,
  offer: () => undefined,
};
