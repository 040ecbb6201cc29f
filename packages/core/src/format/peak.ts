import type { Outlook } from '../api/schemas/explanations.ts';
import { hourMs } from '../domain/windows.ts';
import { formatDate } from './date.ts';

type Peak = Outlook['resources'][number]['day'];

/**
 * A peak of the next day or week: `3.2 around 14:00 (2.8 – 3.9)`, with the date for a week. A band whose ends print as the
 * peak is left out. The time is the full hour nearest to the hour of the peak, which begins at any minute.
 */
export function formatPeak(
  { timestamp, value, low, high }: Peak,
  ahead: 'day' | 'week',
  format: (value: number) => string,
): string {
  const hour = Math.floor((Date.parse(timestamp) + hourMs / 2) / hourMs) * hourMs;
  const time = formatDate(hour, ahead === 'day' ? 'HH:mm' : 'MMM d, HH:mm');
  const [peak, least, most] = [format(value), format(low), format(high)];
  return least === peak && most === peak ? `${peak} around ${time}` : `${peak} around ${time} (${least} – ${most})`;
}
