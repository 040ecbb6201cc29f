import { type Matcher, once } from './promql.ts';

export const perContainer = ['namespace', 'pod', 'container'];

/**
 * Sums what one container did in all its lives. cAdvisor gives each a series of its own (another cgroup, `id`), and the
 * same one again for every job that scrapes it; the kubelet's resource metrics repeat it without `id`, so those count only
 * where cAdvisor says nothing, and then a pod that came back on another node is told apart by `instance`.
 */
export function sumOfLives(labels: readonly string[], series: (identified: Matcher) => string): string {
  const sum = (identity: readonly string[], identified: Matcher) =>
    `sum by (${perContainer.join(',')}) (${once([...perContainer, ...identity, 'cpu'], series(identified))})`;
  const each = `${sum(['id', 'name'], ['id', '!=', ''])} or ${sum(['instance'], ['id', '=', ''])}`;
  return labels === perContainer ? each : `sum by (${labels.join(',')}) (${each})`;
}
