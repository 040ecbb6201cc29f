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

/** A part of a list. `limit` is at least 1, `offset` at least 0. */
export type Page = { readonly limit: number; readonly offset: number };

export const cutPage = <T>(items: readonly T[], { limit, offset }: Page): readonly T[] =>
  items.slice(offset, offset + limit);
