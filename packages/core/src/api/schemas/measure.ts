import * as z from 'zod/mini';

/**
 * A number that a server may fail to know. Anything but a finite number (null, `"NaN"`, `"+Inf"`, a string) reads as
 * null: one bad figure must not lose the row it stands in, and it must never be taken for 0.
 */
export const measure = z.catch(z.nullable(z.number()), null);

/** A whole number of things (replicas, pods); unreadable reads as null. */
export const count = measure;

/** A text that may be absent; anything but a string reads as absent. */
export const optionalText = z.optional(z.catch(z.optional(z.string()), undefined));

/** Text of a request that means nothing when empty: a name, a kind, an id. */
export const identifier = z.string().check(z.minLength(1));

const valueSchemas = new WeakMap<object, z.ZodMiniType>();

/** What the values of a `dictionary` are; undefined for any other schema. For the OpenAPI document. */
export const dictionaryValues = (schema: object): z.ZodMiniType | undefined => valueSchemas.get(schema);

/**
 * An object whose keys come from outside. Read, it has no prototype, so that `constructor` is absent unless it was
 * sent, and `__proto__` is a key like any other.
 */
export function dictionary<T extends z.ZodMiniType>(value: T) {
  const schema = z.pipe(
    z.unknown(),
    z.transform((wire, context): Record<string, z.output<T>> => {
      const read: Record<string, z.output<T>> = Object.create(null);
      if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) {
        context.issues.push({ code: 'invalid_type', expected: 'record', input: wire });
        return read;
      }
      for (const [key, entry] of Object.entries(wire)) {
        const result = z.safeParse(value, entry);
        if (result.success) read[key] = result.data;
        else
          context.issues.push(
            ...result.error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path], input: entry })),
          );
      }
      return read;
    }),
  );
  valueSchemas.set(schema, value);
  return schema;
}

/** An array inside an answer; null, which is how Go writes one that was never filled, reads as empty. */
export const arrayOf = <T extends z.core.$ZodType>(item: T) =>
  z.pipe(
    z.nullable(z.array(item)),
    z.transform((wire) => wire ?? []),
  );

/** The same where our own server always sends one: what is no list at all reads as empty. */
export const listOrNone = <T extends z.core.$ZodType>(item: T) => z.catch(z.array(item), () => []);

/** `{ items: [T], total? }`. A list without an array of items is an invalid response; a bad total is an absent one. */
export const listOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.optional(z.catch(z.optional(z.number()), undefined)) });
