export type PodLogQuestion = {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** The log of the container before its last restart. */
  readonly previous: boolean;
  /** Whether to continue with new lines until the container ends. */
  readonly follow: boolean;
  /** The number of newest lines to read. */
  readonly tail: number;
  /** Only lines of the last seconds; null for all. */
  readonly sinceSeconds: number | null;
  /** Only lines since this time in RFC 3339, in whole seconds; null for all. Not together with `sinceSeconds`. */
  readonly sinceTime: string | null;
  /** The maximum number of bytes, from the first line that was requested. */
  readonly mostBytes: number;
};

/** The logs of containers, which only the cluster has. */
export type PodLogs = {
  /**
   * The bytes of a log. Each line begins with a time in RFC 3339 and a space. They are read from the cluster no faster
   * than the caller reads them. Rejects with a `DomainError` that says why there is no log, or with `SourceError`.
   */
  open(question: PodLogQuestion, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
};
