import type { ObservedFigure, Reliability, ReliabilityEvent } from '../api/schemas/reliability.ts';
import { resourceLabels } from '../domain/resource.ts';
import { atRiskFrom } from '../domain/resource-at-risk.ts';
import { dayMs } from '../domain/windows.ts';
import { formatDate } from './date.ts';
import { formatMinutesPerDay } from './minutes-per-day.ts';
import { missingMark } from './missing.ts';
import { formatCount, formatPercent } from './number.ts';
import { requestQuantity } from './target-change.ts';

/** One figure of the reliability of a target, as text. */
export type ReliabilityRow = {
  readonly id: string;
  readonly label: string;
  /** The figure; a dash if it is unknown. */
  readonly text: string;
  /** The period of the figure: `7 days`, or `since Nov 18, 10:00` if only a part of it is known. */
  readonly window: string;
  /** The newest occurrence; null if there was none. */
  readonly last: string | null;
  /** Why the figure is unknown, or what follows from it; null if there is no note. */
  readonly note: string | null;
  readonly tone: 'good' | 'warning' | 'danger' | 'unknown';
  readonly value: number | null;
};

const figures = [
  ['oomKills', 'OOM kills', formatCount, 'danger', 1],
  ['restarts', 'Restarts', formatCount, 'warning', 1],
  [
    'throttling',
    'CPU throttling',
    (share: number) => `${formatPercent(share)} of periods`,
    'warning',
    atRiskFrom.throttled,
  ],
  ['cpuAbove', 'CPU above request', minutes, 'warning', atRiskFrom.minutesAbove],
  ['memoryAbove', 'Memory above request', minutes, 'warning', atRiskFrom.minutesAbove],
  ['memoryOfLimit', 'Memory peak', (share: number) => `${formatPercent(share)} of limit`, 'danger', atRiskFrom.ofLimit],
] as const;

function minutes(value: number): string {
  return `${formatMinutesPerDay(value)} min a day`;
}

const when = (at: string): string => formatDate(at, 'MMM d, HH:mm');

/** The figures in the order in which they are shown. */
export function reliabilityRows(reliability: Reliability): ReliabilityRow[] {
  const { start, end } = reliability.window;
  const days = Math.round((Date.parse(end) - Date.parse(start)) / dayMs);
  const windowOf = ({ since }: Pick<ObservedFigure, 'since'>) =>
    since === null || Date.parse(since) <= Date.parse(start) ? `${days} days` : `since ${when(since)}`;
  const rows = figures.map(([id, label, print, tone, from]): ReliabilityRow => {
    const figure = reliability[id];
    const { value, last, unknown: note } = figure;
    return {
      id,
      label,
      text: value === null ? missingMark : print(value),
      window: windowOf(figure),
      last: last === null ? null : when(last),
      // The verdict counts the busiest pod alone.
      note: note ?? (id.endsWith('Above') ? 'All pods together.' : null),
      tone: value === null ? 'unknown' : value >= from ? tone : 'good',
      value,
    };
  });
  return [...rows, leakRow(reliability.leak, `${days} days`)];
}

function leakRow({ isSeen, container, bytesPerDay, hoursToLimit, unknown }: Reliability['leak'], window: string) {
  const row = { id: 'leak', label: 'Memory leak', window, last: null, value: hoursToLimit };
  if (isSeen === null) return { ...row, text: missingMark, note: unknown, tone: 'unknown' as const };
  if (!isSeen) return { ...row, text: 'No leak seen', note: null, tone: 'good' as const };
  return {
    ...row,
    text: hoursToLimit === null ? 'Growing' : `Limit in ${timeAhead(hoursToLimit)}`,
    note: `${container ?? 'A container'} grows by ${requestQuantity('memory', bytesPerDay ?? 0)} a day${hoursToLimit === null ? ' and has no memory limit' : ''}.`,
    tone: hoursToLimit !== null && hoursToLimit <= atRiskFrom.hoursToLimit ? ('danger' as const) : ('warning' as const),
  };
}

/** A rounded time, because it is extrapolated. */
function timeAhead(hours: number): string {
  if (hours < 1) return 'less than an hour';
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [hours / 24, 'day'];
  const rounded = Math.round(count);
  return `about ${formatCount(rounded)} ${unit}${rounded === 1 ? '' : 's'}`;
}

/** What happened, in a few words: `2 OOM kills of api`, `CPU request of api 500m → 250m`, `Deployed shop/api:1.5`. */
export function reliabilityEventText(event: ReliabilityEvent): string {
  const { kind, container, count, version, resource, from = null, to = null } = event;
  const of = container === null ? '' : ` of ${container}`;
  const counted = (one: string) => `${count === 1 ? one : `${formatCount(count)} ${one}s`}${of}`;
  if (kind === 'oomKill') return counted('OOM kill');
  if (kind === 'restart') return counted('Restart').replace(/^(\d\S*) R/, '$1 r');
  if (kind === 'deployment') return `Deployed ${version ?? 'a new version'}`;
  // A later server may send further kinds.
  if (kind !== 'request' && kind !== 'limit') return `${kind}${of}`;
  if (resource === undefined) return `${kind} changed${of}`;
  const amount = (value: number | null) => (value === null ? 'none' : requestQuantity(resource, value));
  return `${resourceLabels[resource]} ${kind}${of} ${amount(from)} → ${amount(to)}`;
}
