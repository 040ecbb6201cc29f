import type { Session } from '../client/connection.ts';
import { selector } from '../queries/promql.ts';
import { requiredMetrics } from './required-metrics.ts';

const consequences = new Map(requiredMetrics.map(({ metric, without }) => [metric, without]));

/** What queries returned, by the metric that they read. */
type ResultsByMetric = Readonly<Record<string, readonly unknown[]>>;

export const metricsWithoutResult = (results: ResultsByMetric): string[] =>
  Object.keys(results).filter((metric) => results[metric]?.length === 0);

/**
 * Finds the metrics in `empty` that have no series at all, with one query for all of them. An empty result alone proves
 * nothing: a namespace may have no StatefulSet. Sends no query if `empty` is empty.
 */
export async function findAbsentMetrics(session: Session, at: number, empty: readonly string[]): Promise<string[]> {
  if (empty.length === 0) return [];
  const present = await session.instant(`group by (__name__) (${selector('', [['__name__', 'any', empty]])})`, at);
  const names = new Set(present.map((sample) => sample.labels['__name__']));
  return empty.filter((metric) => !names.has(metric));
}

/** A sentence for the operator about an absent metric. */
export const absentMetricProblem = (metric: string): string =>
  `${metric} is absent: ${consequences.get(metric) ?? 'its values are unknown'}.`;

/** A sentence for each metric in `empty` that is absent. */
export const absentMetricProblems = async (session: Session, at: number, empty: readonly string[]): Promise<string[]> =>
  (await findAbsentMetrics(session, at, empty)).map(absentMetricProblem);
