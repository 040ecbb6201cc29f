import type { Client } from '@trimtab/core';

/** How kubectl abbreviates the kinds that can be enrolled. */
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

/** `deploy`, `deployments.apps` and `Deployment` are the same kind; one we do not know is sent as it was typed. */
export function kindOf(word: string): string {
  const [plain = ''] = word.toLowerCase().split('.');
  return workloadKinds.get(plain) ?? word;
}

type Workload = {
  namespace: string;
  kind: string;
  name: string;
  signal: AbortSignal;
};

/** Whether a workload can be enrolled, and why not. */
export function preflight(client: Client, { namespace, kind, name, signal }: Workload) {
  return client.targets.preflight({ scaleTargetRef: { namespace, name, kind: kindOf(kind) } }, { signal });
}
