import { randomUUID } from 'node:crypto';
import { badRequest, type Cause, conflict, invalid } from './api-error.ts';
import { checkedDefinition, customVersion } from './custom-resources.ts';
import { asList, asMeta, asObject, asText, equal, type JsonObject, type KubeObject } from './json.ts';
import { afterUpdate, type Entry, type ListKeys, writeEntries } from './managed-fields.ts';
import { apiVersionOf, type ResourceKind } from './resource-kinds.ts';
import { listKeys, pruned, violations, withDefaults } from './schema.ts';
import { namespaceWithDefaults, type ObjectStore } from './store.ts';
import {
  builtInListKeys,
  fractionalBytes,
  hasTemplate,
  unknownFields,
  workloadViolations,
  workloadWithDefaults,
} from './workload-rules.ts';

export type WriteRequest = {
  readonly store: ObjectStore;
  readonly kind: ResourceKind;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  readonly query: URLSearchParams;
  /** The first word of the User-Agent. It is the name of the field manager if the query has none. */
  readonly agent: string;
  readonly now: string;
};

export type Written = { readonly code: number; readonly body: JsonObject; readonly warnings: readonly string[] };

export const isDryRun = ({ query }: WriteRequest): boolean => query.get('dryRun') === 'All';
const subjectOf = ({ kind }: WriteRequest, name: string) => ({ kind: kind.kind, group: kind.group, name });
const withGeneration = new Set(
  'Deployment StatefulSet DaemonSet ReplicaSet Pod PodDisruptionBudget Job CronJob CustomResourceDefinition FlowSchema PriorityLevelConfiguration'.split(
    ' ',
  ),
);
const hasGeneration = (kind: ResourceKind): boolean => kind.definedBy !== undefined || withGeneration.has(kind.kind);
export const hasStatus = (kind: ResourceKind): boolean => kind.subresources.includes('status');

export const authorOf = ({ query, agent, kind, subresource, now }: WriteRequest, operation: 'Apply' | 'Update') => ({
  manager: query.get('fieldManager') || agent,
  operation,
  apiVersion: apiVersionOf(kind),
  subresource,
  time: now,
});

export function walkOf({ store, kind }: WriteRequest): { keys: ListKeys; isCustom: boolean } {
  const custom = customVersion(store, kind);
  return custom === null
    ? { keys: builtInListKeys, isCustom: false }
    : { keys: (path) => listKeys(custom.schema, path), isCustom: true };
}

type Change = {
  readonly old: KubeObject | undefined;
  readonly next: JsonObject;
  readonly operation: 'Apply' | 'Update';
  /** The managed fields after an apply. After an update they are computed from the change. */
  readonly entries?: readonly Entry[];
  readonly code: number;
};

/** Completes, checks and stores an object. If nothing changes, returns the stored object. */
export function stored(request: WriteRequest, { old, next, operation, entries, code }: Change): Written {
  const { store, kind, now } = request;
  const warnings: string[] = [];
  const version = asObject(next['metadata'])['resourceVersion'];
  if (old !== undefined && version !== undefined && version !== old.metadata.resourceVersion) {
    throw conflict(kind, old.metadata.name);
  }
  const wanted = withServerFields(request, old, next);
  const unknown: string[] = [];
  const complete = completedObject(request, wanted, unknown);
  reportUnknown(request, unknown, warnings);
  const causes = allViolations(request, complete, old);
  if (causes.length > 0) throw invalid(subjectOf(request, complete.metadata.name), causes);
  warnings.push(...(hasTemplate(kind.kind) ? fractionalBytes(complete) : []));
  const own = entries ?? afterUpdate(old ?? null, complete, authorOf(request, operation), walkOf(request));
  const metadata: KubeObject['metadata'] = { ...complete.metadata, managedFields: writeEntries(own) };
  const result: KubeObject = { ...complete, metadata: { ...metadata, ...nextGeneration(kind, old, complete) } };
  if (old !== undefined && isUnchanged(old, result)) return { code, body: old, warnings };
  const isGone =
    result.metadata['deletionTimestamp'] !== undefined && asList(result.metadata['finalizers']).length === 0;
  if (isDryRun(request)) return { code, body: dryRunBody(old, result, now), warnings };
  if (isGone) {
    store.remove(kind, request.namespace, result.metadata.name);
    return { code, body: result, warnings };
  }
  const body = store.put(
    kind,
    old === undefined ? { ...result, metadata: { creationTimestamp: now, ...result.metadata } } : result,
  );
  return { code, body, warnings };
}

function dryRunBody(old: KubeObject | undefined, result: KubeObject, now: string): JsonObject {
  const { resourceVersion, uid, ...metadata } = result.metadata;
  const own = old === undefined ? { uid: randomUUID(), creationTimestamp: now } : { uid, resourceVersion };
  return { ...result, metadata: { ...metadata, ...own } };
}

/** Adds the fields that only the server sets, and restores the part that the request may not change. */
function withServerFields(request: WriteRequest, old: KubeObject | undefined, next: JsonObject): KubeObject {
  const { kind, namespace, name, subresource } = request;
  const typeMeta = { apiVersion: apiVersionOf(kind), kind: kind.kind };
  const metadata = asObject(next['metadata']);
  const scope = kind.namespaced ? { namespace } : {};
  if (old === undefined) {
    const { uid: _uid, resourceVersion: _version, generation: _generation, managedFields: _fields, ...own } = metadata;
    const named = { name: asText(metadata['name']) || name, uid: '', resourceVersion: '' };
    const { status, ...rest } = next;
    // A status in the body is dropped. Built-in kinds begin with an empty one.
    const first = hasStatus(kind) ? (kind.definedBy === undefined ? { status: {} } : {}) : { status };
    return { ...rest, ...first, ...typeMeta, metadata: { ...own, ...scope, ...named } };
  }
  if (subresource === 'status') return { ...old, status: next['status'] };
  const { uid, resourceVersion, creationTimestamp, generation, deletionTimestamp, deletionGracePeriodSeconds } =
    old.metadata;
  const kept = { uid, resourceVersion, creationTimestamp, generation, deletionTimestamp, deletionGracePeriodSeconds };
  const fixed = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  const merged = asMeta({ ...metadata, ...scope, name: old.metadata.name, ...fixed });
  return { ...next, ...typeMeta, metadata: merged, ...(hasStatus(kind) ? { status: old['status'] } : {}) };
}

function completedObject(request: WriteRequest, object: KubeObject, unknown: string[]): KubeObject {
  const { store, kind } = request;
  const custom = customVersion(store, kind);
  if (custom !== null) {
    const { apiVersion, kind: own, metadata } = object;
    return {
      ...asObject(withDefaults(custom.schema, pruned(custom.schema, object, unknown))),
      apiVersion,
      kind: own,
      metadata,
    };
  }
  if (kind.kind === 'Namespace') return namespaceWithDefaults(object);
  if (
    kind.kind === 'CustomResourceDefinition' &&
    object['status'] !== undefined &&
    asObject(object['status'])['conditions'] === undefined
  ) {
    return checkedDefinition(object);
  }
  if (!hasTemplate(kind.kind)) return object;
  unknown.push(...unknownFields(object));
  return workloadWithDefaults(object);
}

function reportUnknown({ kind, query }: WriteRequest, unknown: readonly string[], warnings: string[]): void {
  const mode = query.get('fieldValidation') || 'Warn';
  if (unknown.length === 0 || mode === 'Ignore') return;
  const texts = unknown.map((field) => `unknown field "${field}"`);
  if (mode === 'Strict') {
    throw badRequest(
      `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: strict decoding error: ${texts.join(', ')}`,
    );
  }
  warnings.push(...texts);
}

const namePattern = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function allViolations(request: WriteRequest, object: KubeObject, old: KubeObject | undefined): Cause[] {
  const { store, kind } = request;
  const { name } = object.metadata;
  const causes: Cause[] = [];
  if (old === undefined && !namePattern.test(name) && !kind.group.startsWith('rbac')) {
    const message = `Invalid value: ${JSON.stringify(name)}: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`;
    causes.push({ reason: 'FieldValueInvalid', message, field: 'metadata.name' });
  }
  const before = asList(old?.metadata['finalizers']).map(asText);
  const added = asList(object.metadata['finalizers'])
    .map(asText)
    .filter((each) => !before.includes(each));
  if (old?.metadata['deletionTimestamp'] !== undefined && added.length > 0) {
    const list = added.map((each) => JSON.stringify(each)).join(', ');
    const message = `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
    causes.push({ reason: 'FieldValueForbidden', message, field: 'metadata.finalizers' });
  }
  const custom = customVersion(store, kind);
  if (custom !== null) causes.push(...violations(custom.schema, object, old));
  if (hasTemplate(kind.kind)) causes.push(...workloadViolations(object, old));
  return causes;
}

/** The part of an object whose changes increase its generation: everything but metadata and status. */
const specified = ({ metadata: _metadata, status: _status, ...rest }: KubeObject): JsonObject => rest;

function nextGeneration(kind: ResourceKind, old: KubeObject | undefined, next: KubeObject): JsonObject {
  if (!hasGeneration(kind)) return {};
  if (old === undefined) return { generation: 1 };
  return { generation: Number(old.metadata['generation'] ?? 1) + (equal(specified(old), specified(next)) ? 0 : 1) };
}

const isUnchanged = (old: KubeObject, next: KubeObject): boolean =>
  equal(old, { ...next, metadata: { ...next.metadata, resourceVersion: old.metadata.resourceVersion } });
