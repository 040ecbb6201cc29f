import { formatDate, missingMark } from '@trimtab/core';
import type { UsageRow } from '../../../charts/usage-row.ts';
import type { Column } from '../../../table/columns.ts';

/** The columns of the chart's values. `format` prints a value in the unit of the chart's metric. */
export function usageColumns(format: (value: number | null) => string): readonly Column<UsageRow>[] {
  return [
    {
      id: 'time',
      header: 'Time',
      width: '32%',
      isRowHeader: true,
      csv: { time: ({ at }) => new Date(at).toISOString() },
      cell: ({ at }) => formatDate(at, 'MMM d, HH:mm'),
    },
    {
      id: 'actual',
      header: 'Actual',
      align: 'end',
      csv: { actual: ({ actual }) => actual },
      cell: ({ actual }) => format(actual),
    },
    {
      id: 'predicted',
      header: 'Predicted',
      align: 'end',
      csv: { predicted: ({ predicted }) => predicted },
      cell: ({ predicted }) => format(predicted),
    },
    {
      id: 'expected',
      header: 'Expected range',
      width: '30%',
      align: 'end',
      csv: { expected_low: ({ band }) => band?.[0] ?? null, expected_high: ({ band }) => band?.[1] ?? null },
      cell: ({ band }) => (band === null ? missingMark : `${format(band[0])} – ${format(band[1])}`),
    },
  ];
}
