import type { Explanation, UsageDistribution } from '../../api/schemas/explanations.ts';

/**
 * A value that is marked in the distribution of the usage. `above`: the share of time above it; null if unknown, and if no
 * sample but a kill exceeded it.
 */
export type UsageMark = {
  readonly id: 'request' | 'suggestion' | 'p98' | 'peak' | 'limit';
  readonly label: string;
  readonly value: number;
  readonly above: number | null;
};

type Request = Explanation['requests'][number];
type Replicas = NonNullable<Explanation['replicas']>;

/** The marks of a suggested request, lowest value first. */
export function requestMarks({ value, replay, current, limit }: Request, usage: UsageDistribution): UsageMark[] {
  const isSame = current?.request === value;
  const label = isSame ? 'Suggested, as now' : 'Suggested';
  const suggestion: UsageMark = { id: 'suggestion', label, value, above: share(replay) };
  const request: UsageMark[] =
    current === null || isSame
      ? []
      : [{ id: 'request', label: 'Request', value: current.request, above: share(current.replay) }];
  const known = limit?.value ?? null;
  const ofLimit: UsageMark[] = known === null ? [] : [{ id: 'limit', label: 'Limit', value: known, above: null }];
  return [...request, suggestion, ...usageMarks(usage), ...ofLimit].toSorted((a, b) => a.value - b.value);
}

/** The marks of the usage of all pods: the usage that the pods can serve at their target utilization. */
export function replicaMarks(
  { current, suggested, requestPerPod, target }: Replicas,
  usage: UsageDistribution,
): UsageMark[] {
  const carried = (pods: number) => pods * requestPerPod * target;
  const request: UsageMark = { id: 'request', label: `${named(current)} now`, value: carried(current), above: null };
  const suggestion: UsageMark = {
    ...request,
    id: 'suggestion',
    label: `${named(suggested)} suggested`,
    value: carried(suggested),
  };
  return [...(current === suggested ? [] : [request]), suggestion, ...usageMarks(usage)].toSorted(
    (a, b) => a.value - b.value,
  );
}

const share = ({ timeOver, daysOver }: Request['replay']): number | null =>
  timeOver === 0 && daysOver > 0 ? null : timeOver;

const named = (pods: number): string => `${pods} ${pods === 1 ? 'pod' : 'pods'}`;

const usageMarks = ({ p98, peak }: UsageDistribution): UsageMark[] => [
  { id: 'p98', label: 'p98', value: p98, above: 0.02 },
  { id: 'peak', label: 'Peak', value: peak, above: 0 },
];

/** The distribution of the usage for a request. Without a request, that of all pods. */
export const distributionFor = (
  { usage = [] }: Pick<Explanation, 'usage'>,
  request: Pick<Request, 'container' | 'resource'> | null,
): UsageDistribution | undefined =>
  usage.find((one) =>
    request === null
      ? one.container === null
      : one.container === request.container && one.resource === request.resource,
  );
