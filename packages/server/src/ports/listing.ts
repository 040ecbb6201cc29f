/** Which namespaces a question is about; absent means all of them. An empty list is a question about nothing. */
export type Scope = { readonly namespaces?: readonly string[] };

/** A span of time, in milliseconds since the Unix epoch; the start is in it, the end is not. */
export type Window = { readonly start: number; readonly end: number };

export type Ask = {
  /** Ends the work behind a question, upstream queries included. */
  readonly signal?: AbortSignal;
};

/**
 * An answer that may be incomplete. Each problem is a sentence that names what is missing and what that disables
 * ("kube_pod_status_ready is absent: ready replicas are unknown"); an operator reads it as it stands.
 */
export type Listing<T> = { readonly items: readonly T[]; readonly problems: readonly string[] };

/** A source could not be asked at all, or refused the question. `message` is safe to show: no URL, no credentials. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** Whether the source was too slow (504) rather than broken (502). */
  readonly timedOut: boolean;

  constructor(message: string, options: { cause?: unknown; timedOut?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.timedOut = options.timedOut ?? false;
  }
}
