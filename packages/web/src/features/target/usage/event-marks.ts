import { formatDate, type ReliabilityEvent, readInstant, reliabilityEventText } from '@trimtab/core';
import type { MarkTone, TimeMark } from '../../../charts/mark-groups.ts';

/** The tone of a kind of event. Deployments, and kinds that only a later server knows, have the tone `quiet`. */
const tones = new Map<string, MarkTone>([
  ['oomKill', 'danger'],
  ['restart', 'warning'],
  ['request', 'accent'],
  ['limit', 'accent'],
]);

/** The marks of the events that concern a metric. Changes of requests and limits of the other resource are left out. */
export function eventMarks(events: readonly ReliabilityEvent[], metric: string | null): readonly TimeMark[] {
  return events.flatMap((event) => {
    const at = readInstant(event.at);
    if (at === null || (event.resource !== undefined && event.resource !== metric)) return [];
    const text = `${formatDate(at, 'MMM d, HH:mm')}  ${reliabilityEventText(event)}`;
    return [{ at, text, tone: tones.get(event.kind) ?? 'quiet' }];
  });
}
