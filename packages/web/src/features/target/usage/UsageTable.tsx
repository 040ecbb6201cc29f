import { useMemo } from 'react';
import { rowsIn, type TimeSpan, type UsageRow } from '../../../charts/usage-row.ts';
import { ChartTable } from './ChartTable.tsx';
import { usageColumns } from './usage-columns.ts';

export type UsageTableProps = {
  rows: readonly UsageRow[];
  span: TimeSpan;
  format: (value: number | null) => string;
  /** The values are shares of the request. */
  isShare?: boolean;
  /** The name of a downloaded file of amounts. */
  name: string;
};

/** The values of the chart, newest first. It is as high as the element around it. */
export function UsageTable({ rows, span, format, isShare = false, name }: UsageTableProps) {
  const shown = useMemo(() => rowsIn(rows, span).toReversed(), [rows, span]);
  const columns = useMemo(() => {
    const hasRequest = rows.some(({ requested }) => requested != null);
    const hasLimit = rows.some(({ limit }) => limit != null);
    return usageColumns({ format, isShare, hasRequest, hasLimit });
  }, [rows, format, isShare]);
  const isNarrow = columns.length <= 4;
  return (
    <ChartTable
      rows={shown}
      columns={columns}
      minWidth={isNarrow ? '20rem' : '30rem'}
      fitsPhone={isNarrow}
      name={isShare ? `${name}-percent` : name}
    />
  );
}
