import type { SourceError } from './errors.ts';

/** The namespaces to read. Absent: all. An empty list: none. */
export type Scope = { readonly namespaces?: readonly string[] };

/** A span of time, in milliseconds since the Unix epoch. The start is included, the end is not. */
export type Window = { readonly start: number; readonly end: number };

export type Ask = {
  /** Aborts the work, including its upstream queries. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The query reads weeks of samples, so only a few of its kind run at the same time. `urgent`: a user waits for it.
   * `background`: queries for waiting users run first.
   */
  readonly history?: 'background' | 'urgent' | undefined;
  /** The source may answer for a window of the same length that ends up to half an hour earlier, if that is cheaper. */
  readonly mayEndEarlier?: boolean | undefined;
};

/**
 * An answer that may be incomplete. Each problem is a sentence for an operator that names what is missing and what that
 * disables: "kube_pod_status_ready is absent: ready replicas are unknown".
 */
export type Listing<T> = {
  readonly items: readonly T[];
  readonly problems: readonly string[];
  /** The namespaces that could not be read although others could. Their items are missing. */
  readonly failed?: ReadonlyMap<string, SourceError>;
};

/** A problem of one of several clusters. */
export const problemOf = (cluster: string, problem: string): string => `Cluster ${cluster}: ${problem}`;

/** The problems of these clusters (null: of all), and those of no single cluster. */
export function problemsIn(problems: readonly string[], clusters: readonly string[] | null): readonly string[] {
  if (clusters === null) return problems;
  return problems.filter((problem) => {
    const [, cluster] = /^Cluster ([^: ]+): /.exec(problem) ?? [];
    return cluster === undefined || clusters.includes(cluster);
  });
}

/** A part of a list. `limit` is at least 1, `offset` at least 0. */
export type Page = { readonly limit: number; readonly offset: number };

/** An array, or a list that creates its items when a part of it is read. */
export type Sliceable<T> = { readonly length: number; slice(from: number, to: number): readonly T[] };

export const cutPage = <T>(items: Sliceable<T>, { limit, offset }: Page): readonly T[] =>
  items.slice(offset, offset + limit);
