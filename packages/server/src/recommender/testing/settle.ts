import type { LimitPolicy } from '@trimtab/core';
import { aWorkload, mebibyte } from '@trimtab/testing';
import type { ContainerSpec, NamespaceRules, NodeRoom, Workload } from '../../ports/index.ts';
import { type SettledResource, settlePod } from '../pod-resources.ts';

type Amounts = readonly [cpu: number | null, memory: number | null];

/** CPU in cores, memory in MiB. */
export const container = (name: string, requests: Amounts, limits?: Amounts): ContainerSpec => ({
  name,
  cpuRequest: requests[0],
  memoryRequest: inBytes(requests[1]),
  ...(limits === undefined ? {} : { limits: { cpu: limits[0], memory: inBytes(limits[1]) } }),
});
const inBytes = (amount: number | null): number | null => (amount === null ? null : amount * mebibyte);

type Question = {
  readonly containers: readonly ContainerSpec[];
  readonly suggested: Readonly<Record<string, Amounts>>;
  readonly policy?: LimitPolicy;
  readonly rules?: NamespaceRules;
  readonly replicas?: number;
  /** Absent: a StatefulSet, whose updates start no additional pod. */
  readonly rollout?: Pick<Workload, 'maxSurge' | 'largestInit'>;
  readonly largestNodes?: readonly NodeRoom[];
  /** The highest memory that was used, in MiB. Absent: less than any limit. */
  readonly peak?: number;
  /** The highest CPU that was used, in cores. Absent: less than any limit. */
  readonly cpuPeak?: number;
  /** The memory limit at which a container was killed, in MiB. Absent: no container was killed. */
  readonly killLimit?: number;
};

/** The result of `settlePod` for suggested amounts, by container. */
export function settle({
  containers,
  suggested,
  policy = 'keep',
  rules,
  replicas = 2,
  rollout,
  largestNodes,
  peak = 0,
  cpuPeak = 0,
  killLimit,
}: Question): SettledResource[] {
  const memoryNeed = { peak: peak * mebibyte, killLimit: inBytes(killLimit ?? null) };
  const wanted = Object.entries(suggested).flatMap(([name, [cpu, memory]]) => [
    ...(cpu === null
      ? []
      : [{ container: name, resource: 'cpu' as const, amount: cpu, need: { peak: cpuPeak, killLimit: null } }]),
    ...(memory === null
      ? []
      : [{ container: name, resource: 'memory' as const, amount: memory * mebibyte, need: memoryNeed }]),
  ]);
  const workload: Workload = aWorkload({
    kind: rollout === undefined ? 'StatefulSet' : 'Deployment',
    containers,
    ...rollout,
    ...(rules === undefined ? {} : { rules }),
    ...(largestNodes === undefined ? {} : { largestNodes }),
  });
  return settlePod({ workload, policy, replicas, wanted });
}

/** An item of a LimitRange that limits one resource of each container. */
export const mostOf = (resource: 'cpu' | 'memory', max: number) =>
  ({ name: 'r', type: 'Container', resource, min: null, max, maxRatio: null }) as const;

/** `[request, limit]` of each resource, memory in MiB. */
export const pairs = (settled: readonly SettledResource[]) =>
  settled.map(({ resource, request, limit }) => {
    const unit = resource === 'cpu' ? 1 : mebibyte;
    return [request / unit, limit === undefined || limit === null ? limit : limit / unit];
  });
