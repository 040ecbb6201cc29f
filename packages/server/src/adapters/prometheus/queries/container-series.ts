import { deduplicated, type Matcher } from './promql.ts';

export const containerLabels = ['namespace', 'pod', 'container'];

/**
 * Sums the series of a container over its restarts. cAdvisor writes one series for each lifetime of a container (label
 * `id`, its cgroup), and repeats it for every job that scrapes it. The kubelet's resource metrics repeat the same usage
 * without `id`. They count only if cAdvisor has no series; then `instance` separates pods with the same name on
 * different nodes. `over` is applied to the series after duplicates are removed.
 */
export function sumOverLifetimes(
  labels: readonly string[],
  series: (hasId: Matcher) => string,
  over: (merged: string, identity: readonly string[], hasId: Matcher) => string = (merged) => merged,
): string {
  const sum = (own: readonly string[], hasId: Matcher) => {
    const identity = [...containerLabels, ...own, 'cpu'];
    return `sum by (${containerLabels.join(',')}) (${over(deduplicated(identity, series(hasId)), identity, hasId)})`;
  };
  const perContainer = `${sum(['id', 'name'], ['id', '!=', ''])} or ${sum(['instance'], ['id', '=', ''])}`;
  return labels === containerLabels ? perContainer : `sum by (${labels.join(',')}) (${perContainer})`;
}
