import { formatCount } from '@trimtab/core';

/** Says on paper that a list is longer than what is printed. */
export function PrintedPart({ drawn, count }: { drawn: number; count: number }) {
  return (
    <p className="px-4 py-2">
      The first {formatCount(drawn)} of {formatCount(count)} rows. The CSV file has all of them.
    </p>
  );
}
