/** The names and short names in kubectl of the kinds that can be enrolled. */
const workloadKinds = new Map([
  ['deploy', 'Deployment'],
  ['deployment', 'Deployment'],
  ['deployments', 'Deployment'],
  ['sts', 'StatefulSet'],
  ['statefulset', 'StatefulSet'],
  ['statefulsets', 'StatefulSet'],
  ['ds', 'DaemonSet'],
  ['daemonset', 'DaemonSet'],
  ['daemonsets', 'DaemonSet'],
  ['ro', 'Rollout'],
  ['rollout', 'Rollout'],
  ['rollouts', 'Rollout'],
]);

/** Maps `deploy`, `deployments.apps` and `Deployment` to one kind. An unknown kind is sent unchanged. */
export function kindOf(word: string): string {
  const [plain = ''] = word.toLowerCase().split('.');
  return workloadKinds.get(plain) ?? word;
}

/**
 * The API version of a kind, which not every server looks up: as typed in `rollouts.v1alpha1.argoproj.io`, else the usual one.
 * Undefined for an unknown kind without a version.
 */
export function apiVersionOf(word: string): string | undefined {
  const [, version = '', ...group] = word.toLowerCase().split('.');
  if (/^v\d/.test(version) && group.length > 0) return `${group.join('.')}/${version}`;
  const kind = kindOf(word);
  if (kind === 'Rollout') return 'argoproj.io/v1alpha1';
  return [...workloadKinds.values()].includes(kind) ? 'apps/v1' : undefined;
}
