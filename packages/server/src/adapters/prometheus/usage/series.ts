import { resourceNames, workloadKey } from '@trimtab/core';
import { getOrInsert } from '../../../get-or-insert.ts';
import { SourceError, type UsageSeries, type Window, type WorkloadIdentity } from '../../../ports/index.ts';
import type { Session } from '../client/connection.ts';
import type { RangeSeries } from '../client/response.ts';
import { keyOf, ownerQueries, podOwners } from '../inventory/owners.ts';
import { seriesQueries } from './queries.ts';

/** Prometheus rejects a query for more than 11,000 points of one series. */
const pointsPerQuery = 10_000;
/** Each resource needs four queries. More points than this indicate an error of the caller. */
const maximumPoints = 40_000;

/** This many containers may have the maximum number of points. A hostile server may return any number of containers. */
const mostLongContainers = 16;

const tooManyContainers = () =>
  new SourceError('The workload has too many containers for this window. Request a longer step.');

type Values = (number | null)[];
/** Evenly spaced times in seconds: `start`, `start + step`, …. */
type Grid = { readonly start: number; readonly step: number; readonly count: number };

async function podNamesInSpan(
  session: Session,
  workload: WorkloadIdentity,
  start: number,
  end: number,
): Promise<string[]> {
  const queries = ownerQueries([workload.namespace], `[${Math.max(300, end - start)}s:300s]`);
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

/**
 * Usage at `start`, `start + step`, … before `end` of the window. CPU is the mean over the step before each time, or over
 * five minutes if the step is shorter.
 */
export async function readSeries(
  session: Session,
  workload: WorkloadIdentity,
  window: Window,
  stepSeconds: number,
): Promise<UsageSeries> {
  const start = Math.floor(window.start / 1000);
  const count = Math.max(0, Math.ceil((Math.floor(window.end / 1000) - start) / stepSeconds));
  if (count > maximumPoints) {
    throw new SourceError(
      `A step of ${stepSeconds} s gives ${count} points in this window; at most ${maximumPoints} are allowed. Request a longer step.`,
    );
  }
  const grid = { start, step: stepSeconds, count };
  const periods = Array.from({ length: count }, (_, index) => (start + index * stepSeconds) * 1000);
  const pods = count === 0 ? [] : await podNamesInSpan(session, workload, start, start + (count - 1) * stepSeconds);
  if (pods.length === 0) return { periods, containers: [] };

  const queries = seriesQueries(workload.namespace, pods, stepSeconds);
  const containers = new Map<string, { cpu: Values; memory: Values }>();
  await Promise.all(
    spansOf(grid).flatMap((span) =>
      resourceNames.map(async (resource) => {
        for (const series of await session.range(queries[resource], span)) {
          const container = getOrInsert(containers, series.labels['container'] ?? '', () => {
            if (containers.size * count > maximumPoints * mostLongContainers) throw tooManyContainers();
            return { cpu: periods.map(() => null), memory: periods.map(() => null) };
          });
          putValues(container[resource], series, grid);
        }
      }),
    ),
  );
  const list = [...containers].map(([name, values]) => ({ name, ...values }));
  return { periods, containers: list.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** Splits the grid into spans that one query may cover. */
function spansOf({ start, step, count }: Grid): { start: number; end: number; step: number }[] {
  const queries = Math.ceil(count / pointsPerQuery);
  return Array.from({ length: queries }, (_, index) => {
    const first = index * pointsPerQuery;
    const last = Math.min(count, first + pointsPerQuery) - 1;
    return { start: start + first * step, end: start + last * step, step };
  });
}

function putValues(values: Values, { points }: RangeSeries, { start, step, count }: Grid): void {
  for (const [time, value] of points) {
    const index = Math.round((time - start) / step);
    if (index >= 0 && index < count) values[index] = value;
  }
}
