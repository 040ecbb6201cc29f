import { createHash } from 'node:crypto';
import type { JsonObject } from './json.ts';
import { apiVersionOf, isReview, type ResourceKind } from './resource-kinds.ts';

const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
function verbsOf(kind: ResourceKind): string[] {
  if (isReview(kind)) return ['create'];
  return kind.plural === 'namespaces' ? allVerbs.filter((verb) => verb !== 'deletecollection') : allVerbs;
}
const subresourceVerbs = (name: string): string[] => (name === 'token' ? ['create'] : ['get', 'patch', 'update']);

const optional = (name: string, list: readonly string[]): JsonObject =>
  list.length === 0 ? {} : { [name]: [...list] };

/** The groups in the order in which they are served, each with its versions. */
const groupsOf = (kinds: readonly ResourceKind[]): [string, string[]][] =>
  [...Map.groupBy(kinds, ({ group }) => group)].map(([group, own]) => [
    group,
    [...new Set(own.map(({ version }) => version))],
  ]);

export function groupList(kinds: readonly ResourceKind[]): JsonObject {
  const groups = groupsOf(kinds).filter(([group]) => group !== '');
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(([group, versions]) => aGroup(group, versions)) };
}

function aGroup(name: string, versions: readonly string[]): JsonObject {
  const all = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: all, preferredVersion: all[0] };
}

export function groupBody(kinds: readonly ResourceKind[], group: string): JsonObject | null {
  const found = groupsOf(kinds).find(([name]) => name === group);
  return found === undefined ? null : { kind: 'APIGroup', apiVersion: 'v1', ...aGroup(...found) };
}

export function resourceList(kinds: readonly ResourceKind[], apiVersion: string): JsonObject | null {
  const own = kinds.filter((kind) => apiVersionOf(kind) === apiVersion);
  if (own.length === 0) return null;
  const resources = own.flatMap((kind) => [
    {
      name: kind.plural,
      singularName: kind.singular,
      namespaced: kind.namespaced,
      kind: kind.kind,
      verbs: verbsOf(kind),
      ...optional('shortNames', kind.shortNames),
      ...optional('categories', kind.categories),
    },
    ...kind.subresources.map((name) => ({
      name: `${kind.plural}/${name}`,
      singularName: '',
      namespaced: kind.namespaced,
      kind: kind.kind,
      verbs: subresourceVerbs(name),
    })),
  ]);
  const typeMeta = apiVersion === 'v1' ? {} : { apiVersion: 'v1' };
  return { kind: 'APIResourceList', ...typeMeta, groupVersion: apiVersion, resources };
}

export const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Everything that is served, in one answer: the core group below /api, all others below /apis. */
export function aggregated(kinds: readonly ResourceKind[], root: 'api' | 'apis'): { body: JsonObject; etag: string } {
  const groups = groupsOf(kinds).filter(([group]) => (group === '') === (root === 'api'));
  const items = groups.map(([group, versions]) => ({
    metadata: group === '' ? {} : { name: group },
    versions: versions.map((version) => ({
      version,
      resources: kinds.filter((kind) => kind.group === group && kind.version === version).map(discovered),
      freshness: 'Current',
    })),
  }));
  const body = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items };
  const hash = createHash('sha512').update(JSON.stringify(body)).digest('hex').toUpperCase();
  return { body, etag: `"${hash}"` };
}

const responseKind = (name: string): JsonObject => ({ group: '', version: '', kind: name });

function discovered(kind: ResourceKind): JsonObject {
  const subresources = kind.subresources.map((subresource) => ({
    subresource,
    responseKind: responseKind(kind.kind),
    verbs: subresourceVerbs(subresource),
  }));
  return {
    resource: kind.plural,
    responseKind: responseKind(kind.kind),
    scope: kind.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: kind.singular,
    verbs: verbsOf(kind),
    ...optional('shortNames', kind.shortNames),
    ...optional('categories', kind.categories),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}
