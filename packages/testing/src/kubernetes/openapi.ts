import { createHash } from 'node:crypto';
import { customVersion } from './custom-resources.ts';
import type { Json, JsonObject } from './json.ts';
import { apiVersionOf, type ResourceKind } from './resource-kinds.ts';
import type { ObjectStore } from './store.ts';

/**
 * The parts of OpenAPI v3 that kubectl reads before it writes and for `explain`: the index, and a document for each
 * group version. Custom resources have the schema of their definition. The fields of built-in kinds are left out.
 */
export function openApi(store: ObjectStore, kinds: readonly ResourceKind[], path: string): JsonObject | null {
  const versions = Map.groupBy(kinds, ({ group, version }) => `${group === '' ? 'api' : `apis/${group}`}/${version}`);
  const document = (own: readonly ResourceKind[]) => documentOf(store, own);
  if (path === '/openapi/v3') {
    const entry = (name: string, own: readonly ResourceKind[]): [string, JsonObject] => {
      const hash = createHash('sha512')
        .update(JSON.stringify(document(own)))
        .digest('hex')
        .toUpperCase();
      return [name, { serverRelativeURL: `/openapi/v3/${name}?hash=${hash}` }];
    };
    return { paths: Object.fromEntries([...versions].map(([name, own]) => entry(name, own))) };
  }
  const own = versions.get(path.replace('/openapi/v3/', ''));
  return own === undefined ? null : document(own);
}

function documentOf(store: ObjectStore, kinds: readonly ResourceKind[]): JsonObject {
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.36.2' },
    paths: Object.fromEntries(kinds.map((kind) => [pathOf(kind), pathItem(kind)])),
    components: { schemas: Object.fromEntries(kinds.map((kind) => [schemaName(kind), schemaOf(store, kind)])) },
  };
}

const gvkExtension = 'x-kubernetes-group-version-kind';
const gvkOf = ({ group, version, kind }: ResourceKind): JsonObject => ({ group, version, kind });
const schemaName = ({ group, version, kind }: ResourceKind): string =>
  [...(group || 'core').split('.').toReversed(), version, kind].join('.');

function pathOf(kind: ResourceKind): string {
  const root = kind.group === '' ? 'api' : 'apis';
  return `/${root}/${apiVersionOf(kind)}${kind.namespaced ? '/namespaces/{namespace}' : ''}/${kind.plural}/{name}`;
}

/** The parameters of writes tell kubectl that the server itself finds unknown fields. */
function pathItem(kind: ResourceKind): JsonObject {
  const schema = { $ref: `#/components/schemas/${schemaName(kind)}` };
  const responses = { '200': { description: 'OK', content: { 'application/json': { schema } } } };
  const parameters: Json = ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({
    name,
    in: 'query',
    schema: { type: name === 'force' ? 'boolean' : 'string', uniqueItems: true },
  }));
  const operation = (action: string, more: JsonObject = {}): JsonObject => ({
    responses,
    'x-kubernetes-action': action,
    [gvkExtension]: gvkOf(kind),
    ...more,
  });
  return { get: operation('get'), patch: operation('patch', { parameters }) };
}

const schemaOf = (store: ObjectStore, kind: ResourceKind): JsonObject => ({
  type: 'object',
  ...customVersion(store, kind)?.schema,
  [gvkExtension]: [gvkOf(kind)],
});
