import type { Session } from '../client/connection.ts';
import { select } from '../queries/promql.ts';
import { needs } from './required-metrics.ts';

const consequences = new Map(needs.map(({ metric, without }) => [metric, without]));

/**
 * Those of the metrics in `empty`, which answered nothing, that are absent altogether: a namespace may well hold no
 * StatefulSet. One query for all of them, and none when nothing was empty.
 */
export async function whichAreAbsent(session: Session, at: number, empty: readonly string[]): Promise<string[]> {
  if (empty.length === 0) return [];
  const present = await session.instant(`group by (__name__) (${select('', [['__name__', 'any', empty]])})`, at);
  const names = new Set(present.map((sample) => sample.labels['__name__']));
  return empty.filter((metric) => !names.has(metric));
}

/** What an operator reads of a metric that is absent. */
export const absence = (metric: string): string =>
  `${metric} is absent: ${consequences.get(metric) ?? 'what it says is unknown'}.`;

/** The same of all that are absent among those in `empty`. */
export const absentMetrics = async (session: Session, at: number, empty: readonly string[]): Promise<string[]> =>
  (await whichAreAbsent(session, at, empty)).map(absence);
