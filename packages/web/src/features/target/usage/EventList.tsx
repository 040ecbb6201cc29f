import { formatCount } from '@trimtab/core';
import type { TimeMark } from '../../../charts/mark-groups.ts';
import type { TimeSpan } from '../../../charts/usage-row.ts';

/**
 * The marks of the chart as a list, newest first, for screen readers, keyboard users and paper. Renders nothing without
 * events.
 */
export function EventList({ marks, span }: { marks: readonly TimeMark[]; span: TimeSpan }) {
  const shown = marks.filter(({ at }) => at >= span.from && at <= span.to).toReversed();
  if (shown.length === 0) return null;
  return (
    <details className="mt-2 text-small text-ink-2">
      <summary className="w-fit cursor-pointer rounded-sm">
        {shown.length === 1 ? '1 event' : `${formatCount(shown.length)} events`} in this time range
      </summary>
      <ul aria-label="Events in this time range" className="mt-1 max-h-48 overflow-y-auto">
        {shown.map(({ at, text }) => (
          <li key={`${at} ${text}`} className="break-words">
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
