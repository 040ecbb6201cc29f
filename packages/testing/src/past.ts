import type { HistorySource, Window, WorkloadHistory } from '@trimtab/server';
import { mebibyte } from './ports.ts';

const binMs = 300_000;

/** State of a workload at an instant; null without samples. */
export type Moment = {
  readonly replicas: number;
  /** Usage of one pod, in cores and MiB. */
  readonly cpu: number;
  readonly memory: number;
  readonly cpuRequest: number;
  readonly memoryRequest: number;
};

/** A history source from functions of time. Records the requested windows. */
export function aPast(
  workloads: readonly { readonly name: string; readonly at: (instant: number) => Moment | null }[],
): HistorySource & { readonly asked: Window[] } {
  const asked: Window[] = [];
  return {
    asked,
    async history({ namespaces }, window) {
      asked.push(window);
      if (namespaces !== undefined && !namespaces.includes('shop')) return { items: [], problems: [] };
      const items = workloads.map(({ name, at }) => historyOf(name, window, at));
      return { items: items.filter((item) => item.readyReplicas.some((value) => !Number.isNaN(value))), problems: [] };
    },
  };
}

function historyOf(name: string, window: Window, at: (instant: number) => Moment | null): WorkloadHistory {
  const start = Math.ceil(window.start / binMs) * binMs;
  const length = Math.max(0, Math.floor(window.end / binMs) - start / binMs);
  const moments = Array.from({ length }, (_, bin) => at(start + bin * binMs));
  const bins = (value: (moment: Moment) => number) =>
    Float64Array.from(moments, (moment) => (moment === null ? Number.NaN : value(moment)));
  return {
    namespace: 'shop',
    kind: 'Deployment',
    name,
    start,
    containers: [{ name: 'app', cpu: bins(({ cpu }) => cpu), memory: bins(({ memory }) => memory * mebibyte) }],
    total: {
      cpu: bins(({ cpu, replicas }) => cpu * replicas),
      memory: bins(({ memory, replicas }) => memory * replicas * mebibyte),
    },
    requested: {
      cpu: bins(({ cpuRequest, replicas }) => cpuRequest * replicas),
      memory: bins(({ memoryRequest, replicas }) => memoryRequest * replicas * mebibyte),
    },
    readyReplicas: bins(({ replicas }) => replicas),
    outOfMemory: [],
  };
}
