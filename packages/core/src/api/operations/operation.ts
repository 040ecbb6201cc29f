import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PATCH';

/** A moment: RFC 3339 text, milliseconds since the epoch, or a Date. It travels as RFC 3339 in UTC. */
export type TimeParameter = string | number | Date;

type QueryTypes = { text: string; integer: number; boolean: boolean; instant: TimeParameter; texts: readonly string[] };

export type QueryParameter = {
  /** `texts` travel joined by commas. */
  readonly type: keyof QueryTypes;
  readonly required?: true;
  /** What our server takes where it is absent, although a client has to give it. */
  readonly fallback?: string;
  /** A closed set of values. */
  readonly values?: readonly string[];
  /** What our server takes; another may take more. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly description: string;
};

/** One call of the API, declared once: the client, the OpenAPI document and the server's checks are made from it. */
export type Operation = {
  /** noun.verb, as the client names its method. */
  readonly id: string;
  readonly method: Method;
  /** `/v1/ast/{namespace}/{name}`: every part in braces is required. */
  readonly path: string;
  /** One sentence. */
  readonly summary: string;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  /** What the request carries, checked strictly on both sides. */
  readonly body?: z.ZodMiniType;
  readonly bodyOptional?: true;
  /** What is read from the answer; absent when nothing is, and then 204 is the usual status. */
  readonly answer?: z.ZodMiniType;
  /** 204 instead of an answer means that there is none, and reads as null. */
  readonly nullable?: true;
  /** Our server sends the answer as `{ data: answer }`; a client takes both forms of every answer. */
  readonly envelope?: true;
  /** The answer is a file. */
  readonly download?: true;
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

/** What a caller gives: path parts, query parameters and the fields of the body, side by side. */
export type Input<O extends Operation> = Flat<
  { [K in PathNames<O['path']>]: string } & QueryInput<O['query']> & BodyInput<O>
>;

/** What a caller gets. */
export type Answer<O extends Operation> = O extends { answer: infer S extends z.ZodMiniType }
  ? z.output<S> | (O extends { nullable: true } ? null : never)
  : void;

/** The names in braces, in order. */
export const pathNames = (path: string): string[] => Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? '');

export const operation = <const O extends Operation>(declared: O): O => declared;

export const timeWindow = {
  start: { type: 'instant', description: 'First moment of the window.' },
  end: { type: 'instant', description: 'End of the window; this moment is no longer in it.' },
} as const;

export const paging = {
  limit: { type: 'integer', minimum: 1, maximum: 250, description: 'How many items at most; 250 where it is absent.' },
  offset: { type: 'integer', minimum: 0, description: 'How many items to pass over.' },
} as const;
