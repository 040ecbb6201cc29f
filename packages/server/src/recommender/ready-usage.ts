import type { WorkloadHistory } from '../ports/index.ts';
import type { BinnedSeries } from './bins.ts';
import { quantile } from './quantile.ts';

/**
 * The history without the low usage of containers while no pod was ready. A container that cannot start uses little, and
 * this does not show what it needs. Higher usage still counts, because it may be needed to become ready: a sample from such
 * a time counts from the median of the other samples on. Bins whose number of ready pods is unknown (NaN) count too.
 */
export function usageWhileReady(history: WorkloadHistory): WorkloadHistory {
  const { containers, readyReplicas } = history;
  if (!readyReplicas.includes(0)) return history;
  return {
    ...history,
    containers: containers.map(({ name, cpu, memory }) => ({
      name,
      cpu: whileReady(cpu, readyReplicas),
      memory: whileReady(memory, readyReplicas),
    })),
  };
}

function whileReady(usage: BinnedSeries, readyReplicas: BinnedSeries): BinnedSeries {
  const typical = quantile(
    usage.filter((_, bin) => readyReplicas[bin] !== 0),
    0.5,
  );
  // Without a typical usage, no sample is high enough.
  return usage.map((used, bin) => (readyReplicas[bin] === 0 && !(used >= typical) ? Number.NaN : used));
}
