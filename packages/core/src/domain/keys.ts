/** Key of a target in maps and lists: `namespace/name`. Kubernetes names contain no slash. A missing part is empty. */
export const targetKey = (target: { namespace?: string | undefined; name?: string | undefined }): string =>
  `${target.namespace ?? ''}/${target.name ?? ''}`;

/** Key of a workload: `namespace/kind/name`. Workloads of different kinds may have the same name. */
export const workloadKey = (workload: { namespace: string; kind: string; name: string }): string =>
  `${workload.namespace}/${workload.kind}/${workload.name}`;
