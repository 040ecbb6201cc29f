import * as z from './lazy.ts';

/**
 * A number that may be unknown. Anything but a finite number (null, `"NaN"`, `"+Inf"`, a string) is read as
 * null, so that an invalid number neither invalidates its row nor becomes 0.
 */
export const measure = z.catch(z.nullable(z.number()), null);

/** A whole number (replicas, pods). An invalid value is read as null. */
export const count = measure;

/**
 * A field that servers may leave out. An invalid value is read as absent, because a server of another vendor may use the
 * name of one of our extensions for something else.
 */
export const ifValid = <T extends z.core.$ZodType>(schema: T) => z.optional(z.catch(z.optional(schema), undefined));

/** An optional string. Anything but a string is read as absent. */
export const optionalText = ifValid(z.string());

/** One of these values in a response, or any other text, because a later server or one of another vendor may send other values. */
export const openEnum = <const T extends readonly string[]>(values: T) => z.union([z.enum(values), z.string()]);

/** A non-empty string in a request: a name, a kind, an id. */
export const identifier = z.string().check(z.minLength(1));

const valueSchemas = new WeakMap<object, z.ZodMiniType>();

/** The value schema of a `dictionary`; undefined for other schemas. Used for the OpenAPI document. */
export const dictionaryValues = (schema: object): z.ZodMiniType | undefined => valueSchemas.get(schema);

/**
 * An object with keys from outside. The parsed object has no prototype, so `constructor` is absent unless it was
 * sent, and `__proto__` is an ordinary key.
 */
export const dictionary = z.lazily(<T extends z.ZodMiniType>(value: T) => {
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
  valueSchemas.set(z.built(schema), value);
  return schema;
});

/** An array in a response. Go programs send null for an empty slice, so null is read as an empty array. */
export const arrayOf = <T extends z.core.$ZodType>(item: T) =>
  z.pipe(
    z.nullable(z.array(item)),
    z.transform((wire) => wire ?? []),
  );

/** An array in a response. Anything but an array is read as empty. */
export const listOrNone = <T extends z.core.$ZodType>(item: T) => z.catch(z.array(item), () => []);

/**
 * `{ items: [T], total? }`. A list without an array of items is an invalid response. An invalid total is read as
 * absent.
 */
export const listOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.optional(z.catch(z.optional(z.number()), undefined)) });
