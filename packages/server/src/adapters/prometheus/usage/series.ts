import type { UsageSeries, Window, WorkloadIdentity } from '../../../ports/index.ts';
import { SourceError } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { Line } from '../client/response.ts';
import { keyOf, ownerQueries, podOwners, workloadKey } from '../inventory/owners.ts';
import { seriesQueries } from './queries.ts';

/** Prometheus refuses more than 11,000 points of one series in one query. */
const pointsPerQuery = 10_000;
/** Four queries' worth: a finer or longer question is a mistake in the asking. */
const mostPoints = 40_000;

type Values = (number | null)[];

/** The names of all pods a workload had in the span. */
async function podsOf(session: Session, workload: WorkloadIdentity, start: number, end: number): Promise<string[]> {
  const queries = ownerQueries([workload.namespace], `[${Math.max(300, end - start)}s]`);
  const [pods, replicaSets] = await Promise.all([
    session.instant(queries.pods, end),
    session.instant(queries.replicaSets, end),
  ]);
  const key = workloadKey(workload);
  return [...podOwners(pods, replicaSets)]
    .filter(([, owner]) => workloadKey(owner) === key)
    .map(([pod]) => pod.slice(keyOf(workload.namespace, '').length))
    .toSorted();
}

/** Usage at `start`, `start + step`, …, before `end`; at each, CPU over the step (or five minutes) that led to it. */
export async function readSeries(
  session: Session,
  workload: WorkloadIdentity,
  window: Window,
  stepSeconds: number,
): Promise<UsageSeries> {
  const start = Math.floor(window.start / 1000);
  const count = Math.max(0, Math.ceil((Math.floor(window.end / 1000) - start) / stepSeconds));
  if (count > mostPoints) {
    throw new SourceError(
      `A step of ${stepSeconds} s makes ${count} points of this window, more than ${mostPoints}: ask for a longer step.`,
    );
  }
  const times = Array.from({ length: count }, (_, index) => start + index * stepSeconds);
  const periods = times.map((time) => time * 1000);
  const last = times.at(-1);
  const pods = last === undefined ? [] : await podsOf(session, workload, start, last);
  if (pods.length === 0) return { periods, containers: [] };

  const queries = seriesQueries(workload.namespace, pods, stepSeconds);
  const containers = new Map<string, { cpu: Values; memory: Values }>();
  const put = (lines: readonly Line[], resource: 'cpu' | 'memory') => {
    for (const { labels, points } of lines) {
      const name = labels['container'] ?? '';
      const blank = (): Values => times.map(() => null);
      const entry = containers.get(name) ?? { cpu: blank(), memory: blank() };
      containers.set(name, entry);
      for (const [time, value] of points) {
        const index = Math.round((time - start) / stepSeconds);
        if (index >= 0 && index < count) entry[resource][index] = value;
      }
    }
  };
  const slices: { start: number; end: number; step: number }[] = [];
  for (let from = 0; from < count; from += pointsPerQuery) {
    const to = Math.min(count, from + pointsPerQuery) - 1;
    slices.push({ start: start + from * stepSeconds, end: start + to * stepSeconds, step: stepSeconds });
  }
  await Promise.all(
    slices.flatMap((slice) => [
      session.range(queries.cpu, slice).then((lines) => put(lines, 'cpu')),
      session.range(queries.memory, slice).then((lines) => put(lines, 'memory')),
    ]),
  );
  const list = [...containers].map(([name, values]) => ({ name, ...values }));
  return { periods, containers: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}
