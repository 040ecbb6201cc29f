import { formatPeak, type Outlook, type ResourceName, resourceLabels, resourceNames } from '@trimtab/core';

type Peaks = Pick<NonNullable<Outlook['replicas']>, 'day' | 'week'>;

const cell = 'pr-6 text-left align-top font-normal';

type OutlookTableProps = { outlook: Outlook | undefined; hasFailed: boolean; metric: string | null };

/** The expected peaks of the metric of the chart and of the replicas. Empty for metrics other than CPU and memory. */
export function OutlookTable({ outlook, hasFailed, metric }: OutlookTableProps) {
  if (hasFailed && resourceNames.some((name) => name === metric))
    return <p className="mb-2 text-small text-ink-2">The expected peaks could not be loaded.</p>;
  const own = outlook?.resources.find((one) => one.metric === metric);
  if (outlook === undefined || own === undefined) return null;
  const rows: (readonly [ResourceName | 'replicas', Peaks])[] = [
    [own.metric, own],
    ...(outlook.replicas === null ? [] : [['replicas', outlook.replicas] as const]),
  ];
  const hasWeek = rows.some(([, { week }]) => week !== null);
  return (
    <table className="mb-2 text-small text-ink-2">
      <thead className="text-ink-3">
        <tr>
          <th scope="col" className={cell}>
            Expected peak
          </th>
          <th scope="col" className={cell}>
            Next 24 hours
          </th>
          {hasWeek ? (
            <th scope="col" className={cell}>
              Next 7 days
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(([of, { day, week }]) => (
          <tr key={of}>
            <th scope="row" className={cell}>
              {of === 'replicas' ? 'Replicas for it' : resourceLabels[of]}
            </th>
            <td className={cell}>{formatPeak(of, day, 'day')}</td>
            {hasWeek ? <td className={cell}>{week === null ? null : formatPeak(of, week, 'week')}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
