import { formatDate, missingMark } from '@trimtab/core';
import type { UsageRow } from '../../../charts/usage-row.ts';
import type { Column } from '../../../table/columns.ts';

/** What the columns of the chart's values depend on. */
export type UsageTableShape = {
  /** Prints a value in the unit of the chart. */
  readonly format: (value: number | null) => string;
  /** The values are shares of the request. */
  readonly isShare: boolean;
  readonly hasRequest: boolean;
  readonly hasLimit: boolean;
};

/** The columns of the chart's values. In the CSV file, shares of the request have other names than amounts. */
export function usageColumns({ format, isShare, hasRequest, hasLimit }: UsageTableShape): readonly Column<UsageRow>[] {
  const named = (name: string) => (isShare ? `${name}_share_of_request` : name);
  const amount = (id: 'actual' | 'predicted' | 'requested' | 'limit', header: string): Column<UsageRow> => ({
    id,
    header,
    align: 'end',
    csv: { [named(id)]: (row) => row[id] ?? null },
    cell: (row) => format(row[id] ?? null),
  });
  // As a share of itself, the request is always 100%.
  const more = [
    ...(hasRequest && !isShare ? [amount('requested', 'Request')] : []),
    ...(hasLimit ? [amount('limit', 'Limit')] : []),
  ];
  return [
    {
      id: 'time',
      header: 'Time',
      width: more.length === 0 ? '32%' : '24%',
      isRowHeader: true,
      csv: { time: ({ at }) => new Date(at).toISOString() },
      cell: ({ at }) => formatDate(at, 'MMM d, HH:mm'),
    },
    amount('actual', 'Actual'),
    amount('predicted', 'Predicted'),
    {
      id: 'expected',
      header: 'Expected range',
      width: more.length === 0 ? '30%' : '22%',
      align: 'end',
      csv: {
        [named('expected_low')]: ({ band }) => band?.[0] ?? null,
        [named('expected_high')]: ({ band }) => band?.[1] ?? null,
      },
      cell: ({ band }) => (band === null ? missingMark : `${format(band[0])} – ${format(band[1])}`),
    },
    ...more,
  ];
}
