import type { Outlook } from '../api/schemas/explanations.ts';
import type { ResourceName } from '../domain/resource.ts';
import { hourMs } from '../domain/windows.ts';
import { formatDate } from './date.ts';
import { formatCount } from './number.ts';
import { formatResource } from './resource.ts';

type Peak = Outlook['resources'][number]['day'];
type PeakMetric = ResourceName | 'replicas';

/**
 * A peak of the next day or week: `3.2 cores around 14:00 (2.8 – 3.9)`, with the date for a week. The band is omitted
 * if both ends are printed like the peak. The time is the full hour nearest to the hour of the peak, which may begin at
 * any minute.
 */
export function formatPeak(metric: PeakMetric, { timestamp, value, low, high }: Peak, ahead: 'day' | 'week'): string {
  const hour = Math.floor((Date.parse(timestamp) + hourMs / 2) / hourMs) * hourMs;
  const time = formatDate(hour, ahead === 'day' ? 'HH:mm' : 'MMM d, HH:mm');
  const [peak, least, most] = [value, low, high].map((one) =>
    metric === 'replicas' ? formatCount(one) : formatResource(metric, one),
  );
  const text = `${withUnit(metric, value)} around ${time}`;
  return least === peak && most === peak ? text : `${text} (${least} – ${most})`;
}

function withUnit(metric: PeakMetric, amount: number): string {
  if (metric === 'replicas') return `${formatCount(amount)} ${amount === 1 ? 'pod' : 'pods'}`;
  const text = formatResource(metric, amount);
  return metric === 'memory' ? text : `${text} ${amount === 1 ? 'core' : 'cores'}`;
}
