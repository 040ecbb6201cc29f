/**
 * Namespaces of the cluster itself and of the add-ons that platforms install. Kubernetes reserves the prefix `kube-`,
 * OpenShift `openshift-`, and Google's clusters `gke-`; the others are the defaults of common add-ons. A name that only
 * ends in `-system` is not enough: `payment-system` may be an application.
 */
const reservedPrefixes = ['kube-', 'openshift-', 'gke-', 'gmp-', 'cattle-'];
const addOns: ReadonlySet<string> = new Set([
  'amazon-cloudwatch',
  'amazon-guardduty',
  'calico-apiserver',
  'calico-system',
  'cert-manager',
  'flux-system',
  'gatekeeper-system',
  'istio-system',
  'longhorn-system',
  'metallb-system',
  'openshift',
  'tigera-operator',
]);

/** Whether a namespace, also one with the name of its cluster, is of the cluster or its add-ons, not of applications. */
export function isSystemNamespace(namespace: string): boolean {
  const name = namespace.replace(/^[a-z\d-]+\./, '');
  return addOns.has(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix));
}
