import { readFileSync } from 'node:fs';
import type { JsonObject, KubernetesStandIn } from '@trimtab/testing/kubernetes';
import { parse } from 'yaml';

const apiVersion = 'rbac.authorization.k8s.io/v1';

type Rule = { apiGroups: string[]; resources: string[]; verbs: string[] };

/** The rules of a role of the chart. */
export const rulesOf = (role: 'view' | 'enroll'): Rule[] =>
  parse(
    readFileSync(new URL(`../../../../../../deploy/helm/trimtab/files/${role}-rules.yaml`, import.meta.url), 'utf8'),
  );

/** Gives the user with the token `reader` these rights, in one namespace or in the whole cluster. */
export function grant(standIn: KubernetesStandIn, rules: JsonObject[], namespace?: string): void {
  standIn.addUser('reader', { username: 'reader', groups: ['system:authenticated'] });
  const [role, binding] = namespace === undefined ? ['ClusterRole', 'ClusterRoleBinding'] : ['Role', 'RoleBinding'];
  const metadata = { name: 'reader', ...(namespace === undefined ? {} : { namespace }) };
  standIn.put({ apiVersion, kind: role, metadata, rules });
  const subjects = [{ kind: 'User', name: 'reader' }];
  standIn.put({ apiVersion, kind: binding, metadata, roleRef: { kind: role, name: 'reader' }, subjects });
}

/** Takes away the rights of the user `reader` in a namespace, as the deletion of the namespace does. */
export function revoke(standIn: KubernetesStandIn, namespace: string): void {
  for (const kind of ['RoleBinding', 'Role']) standIn.remove(apiVersion, kind, namespace, 'reader');
}
