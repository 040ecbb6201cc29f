import { invalid } from './api-error.ts';
import { type Attempt, allowedBy, type User } from './authorization.ts';
import { asList, asObject, asText, at, type Json, type JsonObject } from './json.ts';
import type { ResourceKind } from './resource-kinds.ts';
import type { ObjectStore } from './store.ts';

type Reviewing = {
  readonly store: ObjectStore;
  readonly user: User;
  readonly kind: ResourceKind;
  readonly body: JsonObject;
  readonly userOf: (token: string) => User | null;
  readonly now: string;
};

/** Answers a review. Reviews are not stored, and a denial is also a successful answer. */
export function review({ store, user, kind, body, userOf, now }: Reviewing): JsonObject {
  const spec = asObject(body['spec']);
  const base = { kind: kind.kind, apiVersion: `${kind.group}/${kind.version}`, metadata: {} };
  switch (kind.kind) {
    case 'SelfSubjectAccessReview':
      return { ...base, spec, status: access(store, user, spec, kind) };
    case 'SubjectAccessReview': {
      const groups = [...asList(spec['groups']).map(asText), 'system:authenticated'];
      return { ...base, spec, status: access(store, { username: asText(spec['user']), groups }, spec, kind) };
    }
    case 'SelfSubjectReview':
      return { ...base, metadata: { creationTimestamp: now }, status: { userInfo: userInfo(user) } };
    case 'TokenReview': {
      const found = userOf(asText(spec['token']));
      const status: JsonObject =
        found === null ? { user: {}, error: 'invalid bearer token' } : { authenticated: true, user: userInfo(found) };
      return { ...base, spec, status };
    }
    default:
      return { ...base, spec: {}, status: { resourceRules: rulesOf(store, user, spec), incomplete: false } };
  }
}

const userInfo = ({ username, uid, groups }: User): JsonObject => ({
  username,
  ...(uid === undefined ? {} : { uid }),
  groups: [...groups],
});

function access(store: ObjectStore, user: User, spec: JsonObject, kind: ResourceKind): JsonObject {
  const wanted = spec['resourceAttributes'];
  if (wanted === undefined && spec['nonResourceAttributes'] === undefined) {
    const message = 'Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified';
    const causes = [{ reason: 'FieldValueInvalid', message, field: 'spec.resourceAttributes' }];
    throw invalid({ kind: '', group: kind.group, name: '' }, causes);
  }
  const text = (field: string) => asText(at(wanted, field));
  const attempt: Attempt = {
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    subresource: text('subresource'),
    namespace: text('namespace'),
    name: text('name'),
  };
  const reason = allowedBy(store, user, attempt);
  if (reason === null) return { allowed: false };
  return { allowed: true, ...(reason === '' ? {} : { reason }) };
}

/** The rules of the caller's roles in a namespace. */
function rulesOf(store: ObjectStore, user: User, spec: JsonObject): Json[] {
  const rbac = 'rbac.authorization.k8s.io';
  const namespace = asText(spec['namespace']);
  const bindings = [
    ...store.all({ group: rbac, plural: 'clusterrolebindings' }),
    ...store.all({ group: rbac, plural: 'rolebindings' }).filter(({ metadata }) => metadata.namespace === namespace),
  ];
  return bindings
    .filter((binding) => asList(binding['subjects']).some((subject) => at(subject, 'name') === user.username))
    .flatMap((binding) => {
      const name = asText(at(binding, 'roleRef', 'name'));
      const isCluster = at(binding, 'roleRef', 'kind') === 'ClusterRole';
      const role = store.get(
        { group: rbac, plural: isCluster ? 'clusterroles' : 'roles' },
        isCluster ? '' : namespace,
        name,
      );
      return asList(role?.['rules']);
    });
}
