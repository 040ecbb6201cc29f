import { failure, qualified } from './api-error.ts';
import { asList, asText, at, type Json, type KubeObject } from './json.ts';
import type { ResourceKind } from './resource-kinds.ts';
import type { ObjectStore } from './store.ts';

export type User = { readonly username: string; readonly groups: readonly string[]; readonly uid?: string };

export type Attempt = {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
};

const rbac = 'rbac.authorization.k8s.io';
const roles = (plural: string) => ({ group: rbac, plural });

/** The binding that allows an attempt, in the words of the server; null if nothing allows it. */
export function allowedBy(store: ObjectStore, user: User, attempt: Attempt): string | null {
  if (user.groups.includes('system:masters')) return '';
  const bindings = [
    ...store.all(roles('clusterrolebindings')),
    ...store.all(roles('rolebindings')).filter(({ metadata }) => metadata.namespace === attempt.namespace),
  ];
  for (const binding of bindings) {
    const subject = asList(binding['subjects']).find((each) => isSubject(user, each));
    const role = subject === undefined ? undefined : roleOf(store, binding);
    if (role === undefined || !asList(role['rules']).some((rule) => permits(rule, attempt))) continue;
    const { name, namespace } = binding.metadata;
    const scope = namespace === undefined ? `"${name}"` : `"${name}/${namespace}"`;
    return `RBAC: allowed by ${binding.kind} ${scope} of ${role.kind} "${role.metadata.name}" to ${asText(at(subject, 'kind'))} "${asText(at(subject, 'name'))}"`;
  }
  return null;
}

function roleOf(store: ObjectStore, binding: KubeObject): KubeObject | undefined {
  const name = asText(at(binding, 'roleRef', 'name'));
  return at(binding, 'roleRef', 'kind') === 'ClusterRole'
    ? store.get(roles('clusterroles'), '', name)
    : store.get(roles('roles'), binding.metadata.namespace ?? '', name);
}

function isSubject({ username, groups }: User, subject: Json): boolean {
  const name = asText(at(subject, 'name'));
  const kind = at(subject, 'kind');
  if (kind === 'User') return name === username;
  if (kind === 'Group') return groups.includes(name);
  return username === `system:serviceaccount:${asText(at(subject, 'namespace'))}:${name}`;
}

function permits(rule: Json, { verb, group, resource, subresource, name }: Attempt): boolean {
  const lists = (field: string, ...values: string[]) =>
    asList(at(rule, field)).some((each) => each === '*' || values.includes(asText(each)));
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  const names = asList(at(rule, 'resourceNames'));
  return (
    lists('verbs', verb) &&
    lists('apiGroups', group) &&
    lists('resources', full) &&
    (names.length === 0 || names.includes(name))
  );
}

export function forbidden(user: User, kind: ResourceKind, { verb, subresource, namespace, name }: Attempt) {
  const subject = `${qualified(kind)}${name === '' ? '' : ` "${name}"`}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const resource = subresource === '' ? kind.plural : `${kind.plural}/${subresource}`;
  return failure({
    code: 403,
    message: `${subject} is forbidden: User "${user.username}" cannot ${verb} resource "${resource}" in API group "${kind.group}" ${where}`,
    reason: 'Forbidden',
    details: {
      ...(name === '' ? {} : { name }),
      ...(kind.group === '' ? {} : { group: kind.group }),
      kind: kind.plural,
    },
  });
}

export const forbiddenPath = (user: User, verb: string, path: string) =>
  failure({
    code: 403,
    message: `forbidden: User "${user.username}" cannot ${verb} path "${path}"`,
    reason: 'Forbidden',
    details: {},
  });

export const anonymous: User = { username: 'system:anonymous', groups: ['system:unauthenticated'] };
