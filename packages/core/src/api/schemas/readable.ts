import * as z from './lazy.ts';
import { ifValid } from './measure.ts';

/**
 * An array in a response. Entries that cannot be read are left out, and anything but an array is read as empty. With
 * `compare` the entries are sorted.
 */
export const readableOf = <T extends z.core.$ZodType>(
  item: T,
  compare?: (one: z.output<T>, other: z.output<T>) => number,
) =>
  z.catch(
    z.pipe(
      z.array(ifValid(item)),
      z.transform((read) => {
        const readable = read.filter((one) => one !== undefined);
        return compare === undefined ? readable : readable.toSorted(compare);
      }),
    ),
    () => [],
  );
