import type { Session } from './connection.ts';
import { needs } from './needs.ts';
import { select } from './promql.ts';

const consequences = new Map(needs.map(({ metric, without }) => [metric, without]));

/**
 * Sentences about the metrics in `empty`, those that answered nothing, which are absent altogether: a namespace may well
 * hold no StatefulSet. One query for all of them, and none when nothing was empty.
 */
export async function absentMetrics(session: Session, at: number, empty: readonly string[]): Promise<string[]> {
  if (empty.length === 0) return [];
  const present = await session.instant(`group by (__name__) (${select('', [['__name__', 'any', empty]])})`, at);
  const names = new Set(present.map((sample) => sample.labels['__name__']));
  return empty
    .filter((metric) => !names.has(metric))
    .map((metric) => `${absence(metric)} ${consequences.get(metric) ?? 'what it says is unknown'}.`);
}

const absence = (metric: string): string => `${metric} is absent:`;

/** Whether this metric is among those that `absentMetrics` found absent. */
export const isAbsent = (metric: string, problems: readonly string[]): boolean =>
  problems.some((problem) => problem.startsWith(absence(metric)));
