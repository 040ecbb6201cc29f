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

/** `{ items: [T], total? }`. A list without an array of items is an invalid response; a bad total is an absent one. */
export const listOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.optional(z.catch(z.optional(z.number()), undefined)) });
