import { badRequest, expired, failure, invalid } from './api-error.ts';
import { asObject, asText, at, type Json, type JsonObject, type KubeObject } from './json.ts';
import { apiVersionOf, type ResourceKind } from './resource-kinds.ts';
import { fieldSelector, labelSelector } from './selectors.ts';
import type { ObjectStore } from './store.ts';

export type ListRequest = {
  readonly kind: ResourceKind;
  /** Empty: all namespaces. */
  readonly namespace: string;
  readonly query: URLSearchParams;
  readonly selectable: readonly string[];
};

/** Whether an object is in the namespace and selected by the labels and fields of the query. */
export function selection({ kind, namespace, query, selectable }: ListRequest): (object: KubeObject) => boolean {
  const [labels, fields] = [query.get('labelSelector') ?? '', query.get('fieldSelector') ?? ''];
  const rules = [
    ...(labels === '' ? [] : [labelSelector(labels)]),
    ...(fields === '' ? [] : [fieldSelector(fields, kind, selectable)]),
  ];
  return (object) =>
    (namespace === '' || object.metadata.namespace === namespace) && rules.every((rule) => rule(object));
}

export type ObjectList = { readonly items: readonly KubeObject[]; readonly metadata: JsonObject };

/** A list, or one page of it. All pages come from the state at the version of the first page. */
export function listObjects(store: ObjectStore, request: ListRequest): ObjectList {
  const { query } = request;
  const asked = query.get('resourceVersion') ?? '';
  const token = query.get('continue') ?? '';
  const match = query.get('resourceVersionMatch') ?? '';
  checkVersions(store, { asked, token, match });
  const { version, start } = startOf(store, { asked, token, match });
  const selected = selection(request);
  const limit = asked === '0' ? 0 : Math.max(0, Number(query.get('limit') ?? '0'));
  const found = store.all(request.kind, version).filter((object) => selected(object) && keyIn(request, object) > start);
  const items = limit > 0 ? found.slice(0, limit) : found;
  const last = items.at(-1);
  const left = found.length - items.length;
  // Lists of custom resources always have the field.
  const metadata: JsonObject = {
    resourceVersion: String(version),
    ...(request.kind.definedBy === undefined ? {} : { continue: '' }),
  };
  if (left > 0 && last !== undefined) {
    metadata['continue'] = tokenOf(version, `/${keyIn(request, last)}\0`);
    if (!query.get('labelSelector') && !query.get('fieldSelector')) metadata['remainingItemCount'] = left;
  }
  return { items, metadata };
}

/** The key of an object below the path of the list. It determines the order. */
const keyIn = ({ namespace, kind }: ListRequest, { metadata }: KubeObject): string =>
  namespace === '' && kind.namespaced ? `${metadata.namespace}/${metadata.name}` : metadata.name;

type Versions = { readonly asked: string; readonly token: string; readonly match: string };

function checkVersions(store: ObjectStore, { asked, token, match }: Versions): void {
  if (match !== '' && asked === '') {
    throw listOptionForbidden(
      'resourceVersionMatch',
      'resourceVersionMatch is forbidden unless resourceVersion is provided',
    );
  }
  if (asked !== '' && token !== '') throw badRequest('specifying resource version is not allowed when using continue');
  if (!/^\d*$/.test(asked)) throw badRequest(`invalid resource version: ${unparsableVersion(asked)}`);
  checkNotInFuture(store, asked);
}

export const unparsableVersion = (text: string): string =>
  `resourceVersion: Invalid value: "${text}": strconv.ParseUint: parsing "${text}": invalid syntax`;

export function listOptionForbidden(field: string, why: string) {
  const causes = [{ reason: 'FieldValueForbidden', message: `Forbidden: ${why}`, field }];
  return invalid({ kind: 'ListOptions', group: 'meta.k8s.io', name: '' }, causes);
}

/** The real server waits three seconds for the version. This server answers immediately. */
export function checkNotInFuture(store: ObjectStore, asked: string): void {
  if (Number(asked) <= store.version) return;
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  throw failure(
    {
      code: 504,
      message: `Timeout: Too large resource version: ${asked}, current: ${store.version}`,
      reason: 'Timeout',
      details: { causes, retryAfterSeconds: 1 },
    },
    { 'retry-after': '1' },
  );
}

/** The version to list, and the key after which the page begins. */
function startOf(store: ObjectStore, { asked, token, match }: Versions): { version: number; start: string } {
  if (token === '') return { version: match === 'Exact' ? Number(asked) : store.version, start: '' };
  const { rv, start } = readToken(token);
  // The token in a 410 response continues the list at the current version.
  if (rv === -1) return { version: store.version, start };
  if (rv < store.compactedBelow) {
    throw expired(
      'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
      tokenOf(-1, start),
    );
  }
  return { version: rv, start };
}

const tokenOf = (version: number, start: string): string =>
  Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: version, start })).toString('base64url');

function readToken(token: string): { rv: number; start: string } {
  try {
    const parsed = asObject(JSON.parse(Buffer.from(token, 'base64url').toString()));
    return { rv: Number(parsed['rv']), start: asText(parsed['start']).replace(/^\//, '') };
  } catch {
    throw badRequest('invalid continue token: continue key is not valid: it is no JSON');
  }
}

export type Column = { readonly name: string; readonly type: string; readonly jsonPath: string };
export type Form = 'object' | 'metadata' | 'table';

/** The form that the client requests: `as=Table`, `as=PartialObjectMetadata` or the object itself. */
export function formOf(accept: string): Form {
  const first = accept.split(',')[0] ?? '';
  if (first.includes('as=Table')) return 'table';
  return first.includes('as=PartialObjectMetadata') ? 'metadata' : 'object';
}

const metaApiVersion = 'meta.k8s.io/v1';
export const metadataOnly = ({ metadata }: KubeObject): JsonObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion: metaApiVersion,
  metadata,
});

export function listBody(
  kind: ResourceKind,
  { items, metadata }: ObjectList,
  form: Form,
  columns: readonly Column[],
): JsonObject {
  if (form === 'table') return tableOf(items, metadata, columns);
  if (form === 'metadata') {
    return { kind: 'PartialObjectMetadataList', apiVersion: metaApiVersion, metadata, items: items.map(metadataOnly) };
  }
  const bare = items.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }) => rest);
  return {
    kind: `${kind.kind}List`,
    apiVersion: apiVersionOf(kind),
    metadata,
    // Only items of custom resources name their kind.
    items: kind.definedBy === undefined ? bare : items.map((item) => ({ ...item, apiVersion: apiVersionOf(kind) })),
  };
}

export function tableOf(items: readonly KubeObject[], metadata: JsonObject, columns: readonly Column[]): JsonObject {
  return {
    kind: 'Table',
    apiVersion: metaApiVersion,
    metadata,
    columnDefinitions: [{ name: 'Name', type: 'string', jsonPath: '.metadata.name' }, ...columns].map(
      ({ name, type }) => ({ name, type, format: name === 'Name' ? 'name' : '', description: '', priority: 0 }),
    ),
    rows: items.map((object) => ({
      cells: [object.metadata.name, ...columns.map((column) => cell(object, column))],
      object: metadataOnly(object),
    })),
  };
}

function cell(object: KubeObject, { type, jsonPath }: Column): Json {
  const [, field = '', condition, rest = ''] =
    /^\.([\w.]*?)(?:\[\?\(@\.type==\\?"(\w+)\\?"\)\](?:\.(\w+))?)?$/.exec(jsonPath) ?? [];
  const value = at(object, ...field.split('.'));
  if (condition !== undefined) {
    const found = Array.isArray(value) ? value.find((each) => at(each, 'type') === condition) : undefined;
    return at(found, rest) ?? null;
  }
  return type === 'date' && typeof value === 'string' ? '0s' : (value ?? null);
}
