import { randomUUID } from 'node:crypto';
import { expired } from './api-error.ts';
import { asMeta, asObject, type JsonObject, type KubeObject } from './json.ts';
import { type ResourceKind, storageKey } from './resource-kinds.ts';

export type Change = {
  readonly version: number;
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** The state after the change; for a deletion the last state, with the version of the deletion. */
  readonly object: KubeObject;
  readonly previous: KubeObject | null;
  readonly isDeleted: boolean;
};

const idOf = (namespace: string, name: string): string => `${namespace}/${name}`;
const mostChanges = 100_000;

/**
 * The objects, with one version counter for all kinds as in etcd, and the changes since the last compaction. Stored
 * objects must not be changed. A write replaces them.
 */
export class ObjectStore {
  version = 1;
  /** Versions below it can no longer be listed. */
  compactedBelow = 0;
  /** Versions below it can no longer be watched. */
  forgottenBelow = 0;
  readonly #objects = new Map<string, Map<string, KubeObject>>();
  #changes: Change[] = [];
  readonly #listeners = new Set<(change: Change) => void>();

  get(kind: Pick<ResourceKind, 'group' | 'plural'>, namespace: string, name: string): KubeObject | undefined {
    return this.#objects.get(storageKey(kind))?.get(idOf(namespace, name));
  }

  /** All objects of a kind in the order of their keys, at the current or an earlier version. */
  all(kind: Pick<ResourceKind, 'group' | 'plural'>, version = this.version): readonly KubeObject[] {
    const objects = this.#at(storageKey(kind), version);
    return [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  }

  put(kind: Pick<ResourceKind, 'group' | 'plural'>, object: KubeObject): KubeObject {
    const namespace = object.metadata.namespace ?? '';
    const id = idOf(namespace, object.metadata.name);
    const previous = this.get(kind, namespace, object.metadata.name) ?? null;
    const stored = this.#stamped(object);
    const key = storageKey(kind);
    if (!this.#objects.has(key)) this.#objects.set(key, new Map());
    this.#objects.get(key)?.set(id, stored);
    this.#record({ key, object: stored, previous, isDeleted: false });
    return stored;
  }

  remove(kind: Pick<ResourceKind, 'group' | 'plural'>, namespace: string, name: string): void {
    const previous = this.get(kind, namespace, name);
    if (previous === undefined) return;
    const key = storageKey(kind);
    this.#objects.get(key)?.delete(idOf(namespace, name));
    this.#record({ key, object: this.#stamped(previous), previous, isDeleted: true });
  }

  /** The changes of a kind after a version, which must still be available. */
  changesAfter(kind: Pick<ResourceKind, 'group' | 'plural'>, version: number): readonly Change[] {
    const key = storageKey(kind);
    return this.#changes.filter((change) => change.version > version && change.key === key);
  }

  /** Removes older changes, as after a restart. A watch from an earlier version gets a 410. */
  forgetChanges(): void {
    this.compactedBelow = this.version;
    this.forgottenBelow = this.version;
    this.#changes = [];
  }

  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #stamped(object: KubeObject): KubeObject {
    this.version += 1;
    const { metadata } = object;
    const uid = metadata.uid === '' || metadata.uid === undefined ? randomUUID() : metadata.uid;
    return { ...object, metadata: { ...metadata, uid, resourceVersion: String(this.version) } };
  }

  #record(change: Omit<Change, 'version' | 'namespace' | 'name'>): void {
    const { namespace = '', name } = change.object.metadata;
    const recorded = { ...change, version: this.version, namespace, name };
    this.#changes.push(recorded);
    if (this.#changes.length > mostChanges) {
      this.#changes = this.#changes.slice(mostChanges / 2);
      this.forgottenBelow = this.#changes[0]?.version ?? this.version;
      this.compactedBelow = Math.max(this.compactedBelow, this.forgottenBelow);
    }
    for (const listener of this.#listeners) listener(recorded);
  }

  #at(key: string, version: number): ReadonlyMap<string, KubeObject> {
    const current = this.#objects.get(key) ?? new Map<string, KubeObject>();
    if (version >= this.version) return current;
    if (version < this.compactedBelow) throw expired('The resourceVersion for the provided list is too old.');
    const past = new Map(current);
    for (const { key: changed, namespace, name, previous } of this.#changes
      .filter((change) => change.version > version)
      .toReversed()) {
      if (changed !== key) continue;
      if (previous === null) past.delete(idOf(namespace, name));
      else past.set(idOf(namespace, name), previous);
    }
    return past;
  }
}

export function namespaceWithDefaults(object: KubeObject): KubeObject {
  const { metadata } = object;
  const labels = { 'kubernetes.io/metadata.name': metadata.name, ...asObject(metadata['labels']) };
  return {
    ...object,
    metadata: { ...metadata, labels },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active', ...asObject(object['status']) },
  };
}

/** An object as a test writes it, completed with the fields that the server would set. */
export function completed(kind: ResourceKind, object: JsonObject, now: number): KubeObject {
  return {
    ...object,
    apiVersion: kind.group === '' ? kind.version : `${kind.group}/${kind.version}`,
    kind: kind.kind,
    metadata: {
      creationTimestamp: `${new Date(now).toISOString().slice(0, 19)}Z`,
      ...asMeta(object['metadata']),
    },
  };
}
