/**
 * Key of a target in maps and lists: `namespace/name`. A missing part is empty. Kubernetes names contain no slash; a slash
 * in a namespace that another server sends is escaped, so that two targets never share a key.
 */
export const targetKey = (target: { namespace?: string | undefined; name?: string | undefined }): string =>
  `${(target.namespace ?? '').replaceAll('/', '%2F')}/${target.name ?? ''}`;

/** Key of a workload: `namespace/kind/name`. Workloads of different kinds may have the same name. */
export const workloadKey = ({ namespace, kind, name }: { namespace: string; kind: string; name: string }): string =>
  // A template literal would keep its parts in memory next to the whole key.
  [namespace, kind, name].join('/');
