import type { KubernetesStandIn } from '@trimtab/testing/kubernetes';

/** Installs an add-on: the definition of its resource. */
export function define(standIn: KubernetesStandIn, apiVersion: string, kind: string) {
  const [group = '', version = ''] = apiVersion.split('/');
  const singular = kind.toLowerCase();
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  standIn.put({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural: `${singular}s`, singular },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  });
}
