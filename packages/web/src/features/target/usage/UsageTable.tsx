import { formatCount, formatDate, missingMark } from '@trimtab/core';
import { useMemo } from 'react';
import { rowsIn, type Span, type UsageRow } from '../../../charts/usage-row.ts';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { focusable } from '../../../ui/focusable.ts';
import { useWindow } from '../../../ui/use-window.ts';

const rowHeight = 28;

export type UsageTableProps = {
  rows: readonly UsageRow[];
  span: Span;
  format: (value: number | null) => string;
  /** The name of a downloaded file. */
  name: string;
};

/** The values of the chart, newest first. Only visible rows are rendered. */
export function UsageTable({ rows, span, format, name }: UsageTableProps) {
  const shown = useMemo(() => rowsIn(rows, span).toReversed(), [rows, span]);
  const { scroller, from, to } = useWindow({ count: shown.length, rowHeight });
  const range = ({ band }: UsageRow) => (band === null ? missingMark : `${format(band[0])} – ${format(band[1])}`);
  return (
    <div className="flex h-full flex-col gap-2">
      <div className="flex items-center justify-between gap-2 text-small text-ink-3">
        <span>{formatCount(shown.length)} rows</span>
        <DownloadCsv
          name={name}
          header={['time', 'actual', 'predicted', 'expected_low', 'expected_high']}
          rows={() =>
            shown.map(({ at, actual, predicted, band }) => [
              new Date(at).toISOString(),
              actual,
              predicted,
              band?.[0] ?? null,
              band?.[1] ?? null,
            ])
          }
        />
      </div>
      <div ref={scroller} {...focusable} className="min-h-0 flex-1 overflow-auto rounded-md border">
        <table aria-label="Values of the chart" className="w-full" aria-rowcount={shown.length + 1}>
          <thead className="sticky top-0 bg-surface text-small text-ink-3 shadow-card">
            <tr>
              <th scope="col" className="px-2 py-1.5 sm:px-3 text-left font-medium">
                Time
              </th>
              <th scope="col" className="px-2 py-1.5 sm:px-3 text-right font-medium">
                Actual
              </th>
              <th scope="col" className="px-2 py-1.5 sm:px-3 text-right font-medium">
                Predicted
              </th>
              <th scope="col" className="px-2 py-1.5 sm:px-3 text-right font-medium">
                Expected range
              </th>
            </tr>
          </thead>
          <tbody>
            <tr aria-hidden="true" style={{ height: from * rowHeight }} />
            {shown.slice(from, to).map((row, index) => (
              <tr key={row.at} aria-rowindex={from + index + 2} className="border-t" style={{ height: rowHeight }}>
                <td className="px-2 sm:px-3 whitespace-nowrap">{formatDate(row.at, 'MMM d, HH:mm')}</td>
                <td className="px-2 sm:px-3 text-right whitespace-nowrap">{format(row.actual)}</td>
                <td className="px-2 sm:px-3 text-right whitespace-nowrap">{format(row.predicted)}</td>
                <td className="px-2 sm:px-3 text-right whitespace-nowrap">{range(row)}</td>
              </tr>
            ))}
            <tr aria-hidden="true" style={{ height: (shown.length - to) * rowHeight }} />
          </tbody>
        </table>
      </div>
    </div>
  );
}
