import { formatCount } from '@trimtab/core';
import { useMemo } from 'react';
import { rowsIn, type TimeSpan, type UsageRow } from '../../../charts/usage-row.ts';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { Table } from '../../../table/Table.tsx';
import { tableCsv } from '../../../table/table-csv.ts';
import { usageColumns } from './usage-columns.ts';

export type UsageTableProps = {
  rows: readonly UsageRow[];
  span: TimeSpan;
  format: (value: number | null) => string;
  /** The name of a downloaded file. */
  name: string;
};

const rowKey = ({ at }: UsageRow) => String(at);

/** The values of the chart, newest first. It is as high as the element around it. */
export function UsageTable({ rows, span, format, name }: UsageTableProps) {
  const shown = useMemo(() => rowsIn(rows, span).toReversed(), [rows, span]);
  const columns = useMemo(() => usageColumns(format), [format]);
  const { header, rowOf } = tableCsv(columns);
  return (
    <div className="flex h-full flex-col gap-2">
      <div className="flex items-center justify-between gap-2 text-small text-ink-3">
        <span>{formatCount(shown.length)} rows</span>
        <DownloadCsv name={name} header={header} rows={() => shown.map(rowOf)} />
      </div>
      <div className="min-h-0 flex-1 overflow-hidden rounded-md border">
        <Table
          label="Values of the chart"
          columns={columns}
          rows={shown}
          rowKey={rowKey}
          scroll="fill"
          rowHeight={28}
          minWidth="20rem"
        />
      </div>
    </div>
  );
}
