import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { markGaps } from '../../../charts/gaps.ts';
import type { UsageRow } from '../../../charts/usage-row.ts';

export type UsageLegendProps = {
  rows: readonly UsageRow[];
  format: (value: number | null) => string;
  /** The newest limit of all pods; null without one. */
  limit: number | null;
  isBehind: boolean;
};

/** The legend for the lines that the chart shows. */
export function UsageLegend({ rows, limit, format, isBehind }: UsageLegendProps) {
  const hasGaps = useMemo(() => markGaps(rows).gaps.length > 0, [rows]);
  const request = rows.findLast(({ requested }) => requested != null)?.requested ?? null;
  const has = (field: 'actual' | 'predicted' | 'band') => rows.some((row) => row[field] !== null);
  return (
    <ul aria-label="Legend" className="mb-2 flex min-h-5 flex-wrap gap-x-5 gap-y-1 text-small text-ink-2">
      {has('actual') ? <Key line="border-t-2 border-actual">Actual</Key> : null}
      {has('predicted') ? <Key line="border-t-2 border-dashed border-predicted">Predicted</Key> : null}
      {has('band') ? <Key line="h-2.5 rounded-sm bg-predicted/20">Expected range</Key> : null}
      {request === null ? null : (
        <Key line="border-t-2 border-dotted border-ink-3">
          Request of all pods <span className="font-medium text-ink">{format(request)}</span>
        </Key>
      )}
      {limit === null ? null : (
        <Key line="border-t-2 border-dashed border-danger">
          Limit of all pods <span className="font-medium text-ink">{format(limit)}</span>
          {rows.some((row) => row.limit != null) ? null : ', above the chart'}
        </Key>
      )}
      {hasGaps ? <Key line="h-2.5 rounded-sm border bg-sunken">No samples</Key> : null}
      {isBehind ? <li className="text-waste">The newest samples could not be loaded.</li> : null}
    </ul>
  );
}

function Key({ line, children }: { line: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`inline-block w-4 forced-color-adjust-none ${line}`} />
      <span>{children}</span>
    </li>
  );
}
