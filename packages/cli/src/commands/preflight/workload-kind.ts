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
