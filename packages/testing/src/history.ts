import type { WorkloadHistory } from '@trimtab/server';
import { now } from './ports.ts';

const binMs = 300_000;

/** The history of a workload with one container, ending now. All `pods` have the same usage. */
export function aHistory(
  asked: { readonly cpu: Float64Array; readonly memory: Float64Array; readonly pods?: number },
  changes: Partial<WorkloadHistory> = {},
): WorkloadHistory {
  const { cpu, memory, pods = 2 } = asked;
  const all = (series: Float64Array) => series.map((value) => value * pods);
  const constant = (value: number) => new Float64Array(cpu.length).fill(value);
  return {
    namespace: 'shop',
    kind: 'Deployment',
    name: 'cart',
    start: now - cpu.length * binMs,
    containers: [{ name: 'app', cpu, memory }],
    total: { cpu: all(cpu), memory: all(memory) },
    requested: { cpu: constant(pods), memory: constant(pods * 2 ** 30) },
    readyReplicas: constant(pods),
    outOfMemory: [],
    ...changes,
  };
}
