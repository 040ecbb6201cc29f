import type { Explanation } from '../../api/schemas/explanations.ts';
import { formatCount, formatPercent } from '../../format/number.ts';
import { formatWeekShare } from '../../format/replicas.ts';
import { resourceLabels } from '../resource.ts';
import { dayMs } from '../windows.ts';
import type { Changes, RequestChange } from './changes.ts';

type ExplainedRequest = Explanation['requests'][number];

/**
 * In normal operation, CPU usage is above the request for less than this share of the time. Such times are not
 * mentioned.
 */
const leastCpuOver = 0.01;

/** The time up to which samples were compared with the suggestion. */
export const checkedAt = ({ checked, created }: Pick<Explanation, 'checked' | 'created'>): string => checked ?? created;

type Explained = { readonly own: ExplainedRequest; readonly change: RequestChange };

/**
 * The kills that the raise prevents: their limit is below the new one, but not below the present one. An unknown limit is
 * not below the request. Without a limit, a raise changes nothing at which a container is killed.
 */
function preventedKills({ own: { limit, outOfMemory }, change }: Explained): readonly number[] {
  const isKnown = limit !== undefined && limit.qosClass !== null;
  const [present, next] = isKnown ? [limit.current ?? 0, limit.value ?? 0] : [0, change.after];
  return outOfMemory.flatMap(({ at, limitBytes }) =>
    // Limits of samples are not exact.
    limitBytes < next && limitBytes >= present * (1 - 1e-6) ? Date.parse(at) : [],
  );
}

/** The kills that are the reason to raise memory: those of the last week, or else those of 14 days. */
function killsText(raised: readonly Explained[], end: number): string | null {
  const kills = raised.flatMap(preventedKills);
  const recent = kills.filter((at) => at > end - 7 * dayMs).length;
  if (kills.length === 0) return null;
  return `prevents OOM kills (${recent > 0 ? `${formatCount(recent)} this week` : `${formatCount(kills.length)} in 14 days`})`;
}

/** The name of a resource within a sentence. */
const labelOf = (resource: ExplainedRequest['resource']): string =>
  resource === 'cpu' ? resourceLabels.cpu : 'memory';

/** How the busiest pod exceeded the current request of one resource; null if it did not. */
function exceededText({ container, resource, current }: ExplainedRequest, isNamed: boolean): string | null {
  if (current === null) return null;
  const { days, daysOver, timeOver } = current.replay;
  const label = labelOf(resource);
  const subject = `a pod's ${isNamed ? `${container} ${label}` : label} was above its request`;
  if (resource === 'memory')
    return daysOver === 0 ? null : `${subject} on ${formatCount(daysOver)} of ${formatCount(days)} days`;
  return timeOver < leastCpuOver ? null : `${subject} ${formatPercent(timeOver)} of the time`;
}

/** Why pods are added. */
function podsReason({ current, suggested, planned, reactive, lastWeek }: NonNullable<Explanation['replicas']>) {
  if (suggested <= current) return null;
  if (Math.max(planned ?? 0, reactive ?? 0) > current) return 'room for the expected load';
  if ((lastWeek?.needed ?? 0) > current) return 'room for the busy times of the last week';
  return 'a pod may fail';
}

const isRaised = ({ before, after }: RequestChange): boolean => before !== null && after > before;

type Reasoned = { readonly changes: Changes; readonly isNamed: boolean; readonly explanation: Explanation | null };

/**
 * Why to raise or set something, in a few words. Null if nothing is raised, or if the figures are missing. The most
 * dangerous reason comes first: kills, then memory above its request, then CPU.
 */
export function raiseReason({ changes, isNamed, explanation }: Reasoned): string | null {
  const { requests, replicas } = changes;
  const unset = new Set(requests.filter(({ before }) => before === null).map(({ resource }) => resource));
  const [only] = unset;
  if (only !== undefined) return unset.size > 1 ? 'no request was set' : `no ${labelOf(only)} request was set`;
  const hasMorePods = replicas !== null && replicas.before !== null && replicas.after > replicas.before;
  if (explanation === null || !(hasMorePods || requests.some(isRaised))) return null;
  const explained = requests.flatMap((change) => {
    const own = explanation.requests.find(
      ({ container, resource }) => container === change.container && resource === change.resource,
    );
    return own === undefined ? [] : [{ own, change }];
  });
  const raised = explained.filter(({ change }) => isRaised(change));
  const relieved = (hasMorePods ? explained : raised).map(({ own }) => own);
  const exceeded = (resource: ExplainedRequest['resource']) =>
    relieved
      .filter((one) => one.resource === resource)
      .toSorted((a, b) => (b.current?.replay.timeOver ?? 0) - (a.current?.replay.timeOver ?? 0))
      .flatMap((one) => exceededText(one, isNamed) ?? []);
  return (
    killsText(
      raised.filter(({ change }) => change.resource === 'memory'),
      Date.parse(checkedAt(explanation)),
    ) ??
    exceeded('memory')[0] ??
    exceeded('cpu')[0] ??
    (hasMorePods && explanation.replicas !== null ? podsReason(explanation.replicas) : null)
  );
}

/** The load for which fewer pods suffice; null if the suggestion has no fewer pods. */
function fewerPodsRecord({ current, suggested, planned, reactive, lastWeek }: NonNullable<Explanation['replicas']>) {
  if (suggested >= current) return null;
  if (lastWeek) return `${formatWeekShare(lastWeek)} needed at most ${formatCount(lastWeek.needed)}`;
  return planned === null ? null : `the expected load needs ${formatCount(Math.max(planned, reactive ?? 0))}`;
}

/**
 * How often usage would have been above the lower requests. If the number of pods changes too, the usage of each pod
 * changes with it. In that case, the load for which the pods suffice.
 */
export function cutRecord({ changes, isNamed, explanation }: Reasoned): string | null {
  const { requests, replicas } = changes;
  if (explanation === null) return null;
  if (replicas !== null && replicas.after !== replicas.before)
    return explanation.replicas === null ? null : fewerPodsRecord(explanation.replicas);
  const cut = requests.filter(({ before, after }) => before !== null && after < before);
  const own = cut.flatMap(
    (change) =>
      explanation.requests.find((one) => one.container === change.container && one.resource === change.resource) ?? [],
  );
  if (own.length === 0 || own.length < cut.length) return null;
  // A kill is not a share of the time, and more serious than one.
  const over = own
    .filter(({ replay }) => replay.daysOver > 0)
    .toSorted((a, b) => Number(isKilledAbove(b)) - Number(isKilledAbove(a)) || b.replay.timeOver - a.replay.timeOver);
  const [most] = over;
  if (most === undefined) {
    const days = Math.min(...own.map(({ replay }) => replay.days));
    return `never exceeded in ${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
  }
  const label = most.resource === 'cpu' ? resourceLabels.cpu : 'memory';
  const subject = isNamed ? `${most.container} ${label}` : label;
  const { days, daysOver, timeOver } = most.replay;
  if (isKilledAbove(most)) return `${subject} exceeded on ${formatCount(daysOver)} of ${formatCount(days)} days`;
  const share = timeOver < 0.001 ? 'less than 0.1%' : formatPercent(timeOver);
  return `${subject} above it ${share} of the time`;
}

/** Whether a kill exceeded the suggested request. The samples may not show it. */
const isKilledAbove = ({ value, replay, outOfMemory }: ExplainedRequest): boolean =>
  replay.timeOver === 0 || outOfMemory.some(({ limitBytes }) => limitBytes >= value);
