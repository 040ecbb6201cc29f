import * as z from 'zod/mini';

export * from 'zod/mini';

/**
 * The functions of zod, but each schema is built when it is first used. Building all schemas of the contract takes as
 * long as starting half of the CLI, and a command or a first page uses only a few.
 */
const whole = Symbol('whole');

/** The schema itself, built now. Other values are returned unchanged. */
export function built<T>(schema: T): T {
  const itself: T | undefined = Reflect.get(Object(schema), whole);
  return itself ?? schema;
}

/** Parts are built together with the whole, so that reading a value does not pass through proxies. */
function withBuiltParts(given: unknown): unknown {
  const value = built(given);
  if (Array.isArray(value)) return value.map(built);
  if (value !== given || typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, built(part)]));
}

type Make = (...given: never[]) => object;
/** The contract has a thousand schemas, so each is kept as small as possible until it is built. */
type Deferred = { make: Make; given: readonly unknown[]; schema: object | undefined };

const nothing: readonly unknown[] = [];
const builtOnRead: ProxyHandler<Deferred> = {
  get: (one, key) => {
    one.schema ??= built<object>(Reflect.apply(one.make, undefined, one.given.map(withBuiltParts)));
    one.given = nothing;
    return key === whole ? one.schema : Reflect.get(one.schema, key);
  },
};

const deferred = (make: Make, given: readonly unknown[]): object =>
  new Proxy<Deferred>({ make, given, schema: undefined }, builtOnRead);

export function lazily<F extends Make>(make: F): F {
  const plain = deferred(make, nothing);
  return new Proxy(make, {
    apply: (_, __, given: unknown[]) => (given.length === 0 ? plain : deferred(make, given)),
  });
}

export const array: typeof z.array = lazily(z.array);
export const boolean: typeof z.boolean = lazily(z.boolean);
export const extend: typeof z.extend = lazily(z.extend);
export const int: typeof z.int = lazily(z.int);
export const looseObject: typeof z.looseObject = lazily(z.looseObject);
export const nullable: typeof z.nullable = lazily(z.nullable);
export const number: typeof z.number = lazily(z.number);
export const object: typeof z.object = lazily(z.object);
export const optional: typeof z.optional = lazily(z.optional);
export const pipe: typeof z.pipe = lazily(z.pipe);
export const record: typeof z.record = lazily(z.record);
export const strictObject: typeof z.strictObject = lazily(z.strictObject);
export const string: typeof z.string = lazily(z.string);
export const transform: typeof z.transform = lazily(z.transform);
export const union: typeof z.union = lazily(z.union);
export const unknown: typeof z.unknown = lazily(z.unknown);
const catching = lazily(z.catch);
const oneOf = lazily(z.enum);

export { catching as catch, oneOf as enum };
