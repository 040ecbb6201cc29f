import type { WorkloadIdentity } from '../../ports/index.ts';

/** One text per workload. A slash is in no Kubernetes name or kind, so that two workloads never share a key. */
export const workloadKey = ({ namespace, kind, name }: WorkloadIdentity): string => `${namespace}/${kind}/${name}`;
