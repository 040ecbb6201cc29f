import { formatCount, formatPeak, formatResource, type Outlook, resourceLabels } from '@trimtab/core';

type Peaks = Pick<NonNullable<Outlook['replicas']>, 'day' | 'week'>;

/** The expected peaks of the metric of the chart and of the replicas. Empty for other metrics. */
export function OutlookText({ outlook, metric }: { outlook: Outlook | undefined; metric: string | null }) {
  const own = outlook?.resources.find((one) => one.metric === metric);
  if (outlook === undefined || own === undefined) return null;
  const { replicas } = outlook;
  return (
    <p className="mb-2 text-small text-ink-2">
      {peaksText(`Expected peak of ${resourceLabels[own.metric]}`, own, (value) => formatResource(own.metric, value))}{' '}
      {replicas === null ? null : peaksText('Replicas for it', replicas, formatCount)}
    </p>
  );
}

function peaksText(subject: string, { day, week }: Peaks, format: (value: number) => string): string {
  const next = `${subject} in the next 24 hours: ${formatPeak(day, 'day', format)}`;
  return week === null ? `${next}.` : `${next}, in the next 7 days: ${formatPeak(week, 'week', format)}.`;
}
