import { randomUUID } from 'node:crypto';
import { alreadyExists, badRequest, conflict, failure, invalid, notFound, unsupportedMediaType } from './api-error.ts';
import { customVersion } from './custom-resources.ts';
import { asList, asObject, asText, isObject, type Json, type JsonObject, type KubeObject } from './json.ts';
import { applied } from './managed-fields.ts';
import { jsonPatch, mergePatch, strategicPatch } from './patches.ts';
import { apiVersionOf, type ResourceKind } from './resource-kinds.ts';
import { withScale } from './scales.ts';
import { pruned, quantityRefusal } from './schema.ts';
import { authorOf, hasStatus, isDryRun, stored, type WriteRequest, type Written, walkOf } from './stored-object.ts';
import { badQuantity, builtInListKeys, withCanonicalQuantities } from './workload-rules.ts';

export function createObject(request: WriteRequest, body: JsonObject): Written {
  const { store, kind, namespace } = request;
  const metadata = asObject(body['metadata']);
  const prefix = asText(metadata['generateName']);
  const name = asText(metadata['name']) || (prefix === '' ? '' : `${prefix}${randomUUID().slice(0, 5)}`);
  checkTypeMeta(kind, body);
  checkManager(request, 'CreateOptions');
  checkNamespace(request);
  if (store.get(kind, namespace, name) !== undefined) throw alreadyExists(kind, name);
  return stored(request, {
    old: undefined,
    next: { ...body, metadata: { ...metadata, name } },
    operation: 'Update',
    code: 201,
  });
}

export function replaceObject(request: WriteRequest, body: JsonObject): Written {
  const { kind, name } = request;
  const old = existing(request);
  const { resourceVersion, uid } = asObject(body['metadata']);
  if (uid !== undefined && uid !== old.metadata.uid) {
    const key = `/registry/${kind.group}/${kind.plural}/${request.namespace}/${name}`;
    throw conflict(
      kind,
      name,
      `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${asText(uid)}, UID in object meta: ${old.metadata.uid}`,
    );
  }
  if (resourceVersion === undefined && (kind.definedBy !== undefined || kind.kind === 'Lease')) {
    const message = 'Invalid value: 0: must be specified for an update';
    const causes = [{ reason: 'FieldValueInvalid', message, field: 'metadata.resourceVersion' }];
    throw invalid({ kind: kind.plural, group: kind.group, name }, causes);
  }
  const next = request.subresource === 'scale' ? withScale(old, body) : body;
  return stored(request, { old, next, operation: 'Update', code: 200 });
}

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  apply: 'application/apply-patch+yaml',
  strategic: 'application/strategic-merge-patch+json',
};

export function patchObject(request: WriteRequest, type: string, body: Json): Written {
  const { kind } = request;
  checkManager(request, 'PatchOptions', type === patchTypes.apply);
  if (type === patchTypes.apply) return applyObject(request, asObject(body));
  const isStrategic = type === patchTypes.strategic && kind.definedBy === undefined;
  if (type !== patchTypes.json && type !== patchTypes.merge && !isStrategic) {
    const { strategic, ...others } = patchTypes;
    throw unsupportedMediaType([...Object.values(others), ...(kind.definedBy === undefined ? [strategic] : [])]);
  }
  const old = existing(request);
  if (badQuantity(body)) throw invalidPatch(body);
  if (type === patchTypes.json)
    return stored(request, { old, next: jsonPatch(old, body), operation: 'Update', code: 200 });
  if (request.subresource === 'scale')
    return stored(request, { old, next: withScale(old, body), operation: 'Update', code: 200 });
  const next = isStrategic ? strategicPatch(old, body, builtInListKeys) : mergePatch(old, body);
  return stored(request, { old, next: asObject(next), operation: 'Update', code: 200 });
}

/** The server shows the patch as Go prints a map. */
function invalidPatch(patch: Json) {
  const message = `Invalid value: "${goText(patch)}": ${quantityRefusal}`;
  const causes = [{ reason: 'FieldValueInvalid', message, field: 'patch' }];
  return invalid({ kind: '', group: '', name: '' }, causes);
}

function goText(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isObject(value)) return String(value);
  return `map[${Object.keys(value)
    .toSorted()
    .map((key) => `${key}:${goText(value[key])}`)
    .join(' ')}]`;
}

function applyObject(request: WriteRequest, body: JsonObject): Written {
  const { store, kind, namespace, name, query } = request;
  const metadata = asObject(body['metadata']);
  if (asList(metadata['managedFields']).length > 0) throw badRequest('metadata.managedFields must be nil');
  const named = asText(metadata['name']);
  if (named !== '' && named !== name) {
    throw badRequest(`the name of the object (${named}) does not match the name on the URL (${name})`);
  }
  const old = store.get(kind, namespace, name);
  const { uid, resourceVersion } = metadata;
  if (old === undefined && uid !== undefined) {
    throw conflict(
      kind,
      name,
      `uid mismatch: the provided object specified uid ${asText(uid)}, and no existing object was found`,
    );
  }
  if (old === undefined) checkNamespace(request);
  if (old !== undefined && resourceVersion !== undefined && resourceVersion !== old.metadata.resourceVersion) {
    throw conflict(kind, name);
  }
  const live: KubeObject = old ?? {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: { name, uid: '', resourceVersion: '' },
  };
  const { status, ...rest } = asObject(withCanonicalQuantities(body));
  checkDeclared(request, body);
  const wanted = request.subresource === 'status' ? { status } : hasStatus(kind) ? rest : { ...rest, status };
  const result = applied({
    live,
    wanted,
    author: authorOf(request, 'Apply'),
    force: query.get('force') === 'true',
    walk: walkOf(request),
  });
  return stored(request, {
    old,
    next: result.object,
    operation: 'Apply',
    entries: result.entries,
    code: old === undefined ? 201 : 200,
  });
}

/** An apply first compares its fields with the schema, also if the query allows unknown fields. */
function checkDeclared({ store, kind, name }: WriteRequest, body: JsonObject): void {
  const unknown: string[] = [];
  const custom = customVersion(store, kind);
  if (custom !== null) pruned(custom.schema, body, unknown);
  if (unknown.length === 0) return;
  const texts = unknown.map((field) => `.${field}: field not declared in schema`);
  const all = texts.length === 1 ? texts[0] : `errors:\n  ${texts.toSorted().join('\n  ')}`;
  const subject = `${asText(asObject(body['metadata'])['namespace'])}/${name}; ${apiVersionOf(kind)}, Kind=${kind.kind}`;
  throw failure({ code: 500, message: `failed to create typed patch object (${subject}): ${all}` });
}

export function deleteObject(request: WriteRequest, body: JsonObject): Written {
  const { store, kind, namespace, name, now } = request;
  const old = existing(request);
  checkPreconditions(kind, old, asObject(body['preconditions']));
  if (asList(old.metadata['finalizers']).length > 0) {
    if (old.metadata['deletionTimestamp'] !== undefined) return { code: 200, body: old, warnings: [] };
    const generation = Number(old.metadata['generation'] ?? 0) + 1;
    const metadata = { ...old.metadata, generation, deletionTimestamp: now, deletionGracePeriodSeconds: 0 };
    return { code: 200, body: store.put(kind, { ...old, metadata }), warnings: [] };
  }
  if (!isDryRun(request)) store.remove(kind, namespace, name);
  const group = kind.group === '' ? {} : { group: kind.group };
  const details = { name, ...group, kind: kind.plural, uid: old.metadata.uid };
  return {
    code: 200,
    body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details },
    warnings: [],
  };
}

function checkPreconditions(kind: ResourceKind, old: KubeObject, { uid, resourceVersion }: JsonObject): void {
  const { name } = old.metadata;
  const kindText = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
  const refuse = (what: string, wanted: Json, found: string, why: string) =>
    failure({
      code: 409,
      message: `Operation cannot be fulfilled on ${kindText} "${name}": the ${what} in the precondition (${asText(wanted)}) does not match the ${what} in record (${found}). The object might have been ${why}`,
      reason: 'Conflict',
      details: { name, group: kind.group, kind: kind.kind },
    });
  if (uid !== undefined && uid !== old.metadata.uid) {
    throw refuse('UID', uid, old.metadata.uid, 'deleted and then recreated');
  }
  if (resourceVersion !== undefined && resourceVersion !== old.metadata.resourceVersion) {
    throw refuse('ResourceVersion', resourceVersion, old.metadata.resourceVersion, 'modified');
  }
}

function existing({ store, kind, namespace, name }: WriteRequest): KubeObject {
  const found = store.get(kind, namespace, name);
  if (found === undefined) throw notFound(kind, name);
  return found;
}

function checkNamespace({ store, kind, namespace }: WriteRequest): void {
  if (!kind.namespaced || store.get({ group: '', plural: 'namespaces' }, '', namespace) !== undefined) return;
  throw failure({
    code: 404,
    message: `namespaces "${namespace}" not found`,
    reason: 'NotFound',
    details: { name: namespace, kind: 'namespaces' },
  });
}

function checkTypeMeta(kind: ResourceKind, body: JsonObject): void {
  const [own, version] = [asText(body['kind']), asText(body['apiVersion'])];
  if (own === '' || own === kind.kind) return;
  throw badRequest(
    `${own} in version "${version}" cannot be handled as a ${kind.kind}: converting (${version}.${own}) to (core.${kind.kind}): unknown conversion`,
  );
}

function checkManager({ query }: WriteRequest, options: string, isApply = false): void {
  const manager = query.get('fieldManager') ?? '';
  const refuse = (reason: string, message: string) =>
    invalid({ kind: options, group: 'meta.k8s.io', name: '' }, [{ reason, message, field: 'fieldManager' }]);
  if (isApply && manager === '') throw refuse('FieldValueRequired', 'Required value: is required for apply patch');
  if (manager.length > 128) throw refuse('FieldValueTooLong', 'Too long: may not be more than 128 bytes');
}
