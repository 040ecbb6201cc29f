export type PodLogQuestion = {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** The log of the container before its last restart. */
  readonly previous: boolean;
  /** Whether to wait for further lines until the container ends. */
  readonly follow: boolean;
  /** How many of the newest lines. */
  readonly tail: number;
  /** Only lines of the last so many seconds; null for all. */
  readonly sinceSeconds: number | null;
  /** How many bytes at most, from the first line that was asked for. */
  readonly mostBytes: number;
};

/** The logs of containers, which only the cluster has. */
export type PodLogs = {
  /**
   * The bytes of a log: lines that begin with a time in RFC 3339 and a space. They are read from the cluster as fast as the
   * caller takes them. Rejects with a `DomainError` that says why there is no log, or with `SourceError`.
   */
  open(question: PodLogQuestion, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
};
