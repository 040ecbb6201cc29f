import { formatCounted } from '@trimtab/core';
import type { Column } from '../../../table/columns.ts';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { Table } from '../../../table/Table.tsx';
import { tableCsv } from '../../../table/table-csv.ts';

export type ChartTableProps<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  minWidth: string;
  /** Whether the table fits a narrow window. Otherwise its rows are cards there. */
  fitsPhone?: boolean;
  /** The name of a downloaded file. */
  name: string;
};

/** A card has the time and up to three lines of values. */
const cardHeight = 128;
const rowKey = ({ at }: { at: number }) => String(at);

/** The values of a chart as a table. It is as high as the element around it. */
export function ChartTable<Row extends { readonly at: number }>({
  rows,
  columns,
  minWidth,
  fitsPhone = false,
  name,
}: ChartTableProps<Row>) {
  const { header, rowOf } = tableCsv(columns);
  return (
    <div className="flex h-full flex-col gap-2">
      <div className="flex items-center justify-between gap-2 text-small text-ink-3">
        <span>{formatCounted(rows.length, 'row')}</span>
        <DownloadCsv name={name} header={header} rows={() => rows.map(rowOf)} />
      </div>
      <div className="min-h-0 flex-1 overflow-hidden rounded-md border">
        <Table
          label="Values of the chart"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          scroll="fill"
          rowHeight={28}
          minWidth={minWidth}
          cards={fitsPhone ? 'table' : cardHeight}
        />
      </div>
    </div>
  );
}
