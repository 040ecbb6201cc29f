/** Separates a cluster from a namespace: `eu.shop` is the namespace shop of the cluster eu. Neither contains a dot. */
const separator = '.';

export const inCluster = (cluster: string, namespace: string): string => `${cluster}${separator}${namespace}`;

/** The cluster of a namespace; null if it begins with none of the clusters of the server. */
export function clusterOf(namespace: string, clusters: readonly string[]): string | null {
  const end = namespace.indexOf(separator);
  if (end < 0) return null;
  const first = namespace.slice(0, end);
  return clusters.includes(first) ? first : null;
}

/** Whether a namespace is of one of these clusters; null and undefined stand for all. */
export const isInClusters = (namespace: string, clusters: readonly string[] | null | undefined): boolean =>
  clusters == null || clusterOf(namespace, clusters) !== null;

/** The name that Kubernetes has for a namespace. `cluster`: undefined or null if the server reads one cluster. */
export const withoutCluster = (namespace: string, cluster: string | null | undefined): string =>
  cluster != null && namespace.startsWith(inCluster(cluster, '')) ? namespace.slice(cluster.length + 1) : namespace;
