import type { WorkloadIdentity } from '../../ports/index.ts';

/** A unique key: Kubernetes names and kinds contain no slash. */
export const workloadKey = ({ namespace, kind, name }: WorkloadIdentity): string => `${namespace}/${kind}/${name}`;
