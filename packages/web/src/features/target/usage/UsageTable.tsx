import { useMemo } from 'react';
import { rowsIn, type TimeSpan, type UsageRow } from '../../../charts/usage-row.ts';
import { ChartTable } from './ChartTable.tsx';
import { usageColumns } from './usage-columns.ts';

export type UsageTableProps = {
  rows: readonly UsageRow[];
  span: TimeSpan;
  format: (value: number | null) => string;
  /** The name of a downloaded file. */
  name: string;
};

/** The values of the chart, newest first. It is as high as the element around it. */
export function UsageTable({ rows, span, format, name }: UsageTableProps) {
  const shown = useMemo(() => rowsIn(rows, span).toReversed(), [rows, span]);
  const columns = useMemo(() => usageColumns(format), [format]);
  return <ChartTable rows={shown} columns={columns} minWidth="20rem" fitsPhone name={name} />;
}
