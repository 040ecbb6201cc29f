import type { SeededSeries } from '../../../../../../../e2e/support/prometheus/index.ts';

/**
 * The series of another pod of a workload, from the index `first` on. None of its containers has started, so
 * kube-state-metrics reports its spec and its phase, but no container status.
 */
export function unstartedPod(
  series: readonly SeededSeries[],
  workload: string,
  { phase, first, createdAt }: { phase: 'Pending' | 'Failed'; first: number; createdAt: number },
): SeededSeries[] {
  const pod = series
    .find(({ metric, labels }) => metric === 'kube_pod_owner' && labels.get('pod')?.startsWith(`${workload}-`))
    ?.labels.get('pod');
  const changed = (one: SeededSeries): SeededSeries => {
    const { metric, labels } = one;
    if (metric === 'kube_pod_created') return { ...one, valueAt: () => createdAt / 1000 };
    // The series of the phase that is the current one has the value 1.
    if (metric === 'kube_pod_status_phase') return { ...one, labels: new Map([...labels, ['phase', phase]]) };
    if (metric === 'kube_pod_status_ready')
      return { ...one, valueAt: () => Number(labels.get('condition') === 'false') };
    return one;
  };
  return series
    .filter(({ metric, labels }) => {
      const isOfStatus =
        /container_(?:info|status)/.test(metric) || !['Running', undefined].includes(labels.get('phase'));
      return labels.get('pod') === pod && metric.startsWith('kube_') && !isOfStatus;
    })
    .map((one) => {
      const own = changed(one);
      const name = `${workload}-${phase.toLowerCase()}`;
      return { ...own, first, labels: new Map([...own.labels, ['pod', name]]) };
    });
}
