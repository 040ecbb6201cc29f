import { expect, it } from 'vitest';
import { isSystemNamespace } from './system-namespaces.ts';

it.each([
  'kube-system',
  'kube-public',
  'kube-node-lease',
  'openshift-monitoring',
  'gke-managed-cim',
  'istio-system',
  'eu.kube-system',
  'kube-system <a href=https://example.test>',
])('counts %s as a namespace of the system', (name) => expect(isSystemNamespace(name)).toBe(true));

it.each(['default', 'shop', 'payment-system', 'kubeflow', 'my-kube-system', 'openshifty', '', 'kube-eu.shop'])(
  'does not count %j as a namespace of the system',
  (name) => expect(isSystemNamespace(name)).toBe(false),
);
