import { podQos, type QosClass } from '@trimtab/core';
import type { ContainerSpec } from '../ports/index.ts';

/** Null if the limits of a container are unknown. */
export function qosClass(containers: readonly ContainerSpec[]): QosClass | null {
  const amounts = containers.flatMap(({ cpuRequest, memoryRequest, limits }) =>
    limits === undefined ? [] : [{ requests: { cpu: cpuRequest, memory: memoryRequest }, limits }],
  );
  return amounts.length === 0 || amounts.length < containers.length ? null : podQos(amounts);
}

/** Whether a container has neither requests nor limits. */
export const setsNothing = ({ cpuRequest, memoryRequest, limits }: ContainerSpec): boolean =>
  cpuRequest === null && memoryRequest === null && (limits?.cpu ?? null) === null && (limits?.memory ?? null) === null;
