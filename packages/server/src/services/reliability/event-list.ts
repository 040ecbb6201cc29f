import { compareText, type Reliability, resourceNames } from '@trimtab/core';
import { iso } from '../../iso.ts';
import type { Workload, WorkloadEvents } from '../../ports/index.ts';

/** A chart could not distinguish more events. A container in a crash loop restarts thousands of times. */
const mostEvents = 400;

type Amount = WorkloadEvents['amounts'][number];
type Event = Reliability['events'][number];

/** The events of a workload as one list, oldest first, with sentences about what is missing. */
export function eventsOf(known: WorkloadEvents | null): { events: Event[]; problems: string[] } {
  if (known === null) return { events: [], problems: [] };
  const { kills, restarts, deployments, amounts } = known;
  const killed = new Map(kills.map(({ at, container, count }) => [`${at} ${container}`, count]));
  const others = restarts.flatMap(({ at, container, count }) => {
    const rest = count - (killed.get(`${at} ${container}`) ?? 0);
    return rest > 0 ? [{ at, container, count: rest }] : [];
  });
  const all = [
    ...kills.map(({ at, ...kill }) => ({ at, kind: 'oomKill' as const, ...kill })),
    ...others.map(({ at, ...restart }) => ({ at, kind: 'restart' as const, ...restart })),
    ...deployments.map(({ at, version }) => ({ at, kind: 'deployment' as const, container: null, count: 1, version })),
    ...changesOf(amounts),
  ].toSorted((a, b) => a.at - b.at);
  const shown = all.slice(-mostEvents);
  return {
    events: shown.map(({ at, ...event }) => ({ at: iso(at), ...event })),
    problems: shown.length < all.length ? [`Only the newest ${mostEvents} of ${all.length} events are listed.`] : [],
  };
}

/** The first known value of a container is not a change. */
function changesOf(amounts: readonly Amount[]) {
  const latest = new Map<string, number>();
  return amounts.flatMap(({ at, kind, container, resource, value }) => {
    const key = JSON.stringify([kind, container, resource]);
    const from = latest.get(key);
    latest.set(key, value);
    return from === undefined ? [] : [{ at, kind, container, count: 1, resource, from, to: value }];
  });
}

/** The limits of one pod over time. Null while a container has none; empty if no container ever had one. */
export function limitsOf(known: WorkloadEvents | null, workload: Workload | null): Reliability['limits'] {
  const limits = (known?.amounts ?? []).filter(({ kind }) => kind === 'limit');
  const containers = new Set(workload?.containers.map(({ name }) => name) ?? limits.map(({ container }) => container));
  const steps = resourceNames.flatMap((resource) => {
    const latest = new Map<string, number>();
    const byTime = Map.groupBy(
      limits.filter((one) => one.resource === resource && containers.has(one.container)),
      ({ at }) => at,
    );
    return [...byTime].map(([at, changed]) => {
      for (const { container, value } of changed) latest.set(container, value);
      const isComplete = latest.size === containers.size;
      return { at: iso(at), resource, perPod: isComplete ? [...latest.values()].reduce((a, b) => a + b, 0) : null };
    });
  });
  return steps.toSorted((a, b) => compareText(a.at, b.at));
}
