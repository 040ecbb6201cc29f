import type * as z from 'zod/mini';
import type { Download } from '../transport/download.ts';

/**
 * An extension of our server: a header with a sentence about data that is missing from all answers at the moment, for
 * example because the API server of Kubernetes cannot be reached. Absent: no data is missing.
 */
export const noticeHeader = 'trimtab-notice';

export type Method = 'GET' | 'POST' | 'PATCH';

/** A point in time: RFC 3339 text, milliseconds since the Unix epoch, or a Date. Sent as RFC 3339 in UTC. */
export type TimeParameter = string | number | Date;

type QueryTypes = { text: string; integer: number; boolean: boolean; instant: TimeParameter; texts: readonly string[] };

export type QueryParameter = {
  /** `texts` are sent as one value, joined by commas. */
  readonly type: keyof QueryTypes;
  readonly required?: true;
  /**
   * The server's default if the parameter is absent, for the documentation. It does not make the parameter optional for
   * clients.
   */
  readonly fallback?: string;
  /** All allowed values. */
  readonly values?: readonly string[];
  /** Pattern that our server accepts. Other servers may accept more. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly description: string;
};

/** The declaration of one API call. The client, the OpenAPI document and the checks of the server are derived from it. */
export type Operation = {
  /** The id is `noun.verb`. The client has a method with the same name. */
  readonly id: string;
  readonly method: Method;
  /** `/v1/ast/{namespace}/{name}`: every part in braces is required. */
  readonly path: string;
  /** One sentence. */
  readonly summary: string;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** Schema of the request body, checked by client and server. */
  readonly body?: z.ZodMiniType;
  readonly bodyOptional?: true;
  /** Schema of the response body. Absent: the call has none and normally returns 204. */
  readonly answer?: z.ZodMiniType;
  /** The server may return 204 instead of a body, which is read as null. */
  readonly nullable?: true;
  /** Our server wraps the response as `{ data: … }`. Clients accept both forms for every call. */
  readonly envelope?: true;
  /** The response is a file. */
  readonly download?: true;
  /** The response is a line of JSON per entry, each as in `answer`, and has no deadline. Empty lines keep the connection open. */
  readonly lines?: true;
  /** Served without a token. */
  readonly open?: true;
};

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;
type QueryValue<P extends QueryParameter> = P extends { values: readonly (infer V)[] } ? V : QueryTypes[P['type']];
type RequiredKeys<Q> = { [K in keyof Q]: Q[K] extends { required: true } ? K : never }[keyof Q];
type QueryInput<Q> =
  Q extends Readonly<Record<string, QueryParameter>>
    ? { [K in RequiredKeys<Q>]: QueryValue<Q[K]> } & {
        [K in Exclude<keyof Q, RequiredKeys<Q>>]?: QueryValue<Q[K]> | undefined;
      }
    : unknown;
type BodyInput<O> = O extends { body: infer S extends z.ZodMiniType } ? z.input<S> : unknown;
type Flat<T> = { [K in keyof T]: T[K] };

/** Parameters of a call: path parts, query parameters and body fields in one object. */
export type Input<O extends Operation> = Flat<
  { [K in PathNames<O['path']>]: string } & QueryInput<O['query']> & BodyInput<O>
>;

/** The parsed response of a call, or the bytes of a file or of a response that consists of lines. */
export type Answer<O extends Operation> = O extends { lines: true } | { download: true }
  ? Download
  : O extends { answer: infer S extends z.ZodMiniType }
    ? z.output<S> | (O extends { nullable: true } ? null : never)
    : void;

/** The names in braces, in order. */
export const pathNames = (path: string): string[] => Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? '');

export const operation = <const O extends Operation>(declared: O): O => declared;

export const timeWindow = {
  start: { type: 'instant', description: 'First moment of the window.' },
  end: { type: 'instant', description: 'End of the window, exclusive.' },
} as const;

export const requiredWindow = {
  start: { ...timeWindow.start, required: true },
  end: { ...timeWindow.end, required: true },
} as const;

export const paging = {
  limit: { type: 'integer', minimum: 1, maximum: 250, description: 'Maximum number of items; the default is 250.' },
  offset: { type: 'integer', minimum: 0, description: 'Number of items to skip.' },
} as const;
