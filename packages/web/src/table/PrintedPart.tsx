import { formatCount } from '@trimtab/core';

/** On paper, says that the list is longer than the printed part. */
export function PrintedPart({ drawn, count }: { drawn: number; count: number }) {
  return (
    <p className="px-4 py-2">
      The first {formatCount(drawn)} of {formatCount(count)} rows. The CSV file has all of them.
    </p>
  );
}
