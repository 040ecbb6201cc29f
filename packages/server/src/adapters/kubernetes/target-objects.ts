import { limitPolicies, modelModes, parseQuantity, printResourceQuantity } from '@trimtab/core';
import * as z from 'zod/mini';
import { type TargetRecord, targetApiVersion, type UnoptimizedState } from '../../ports/index.ts';
import type { Resource } from './informer.ts';

/** The field manager of everything that the server writes. */
export const fieldManager = 'trimtab';
const enrolledAt = 'trimtab.dev/enrolled-at';

export type KeptTarget = {
  /** The name of the resource. It may differ from the name of its workload. */
  readonly resource: string;
  readonly uid: string;
  readonly version: string;
  readonly generation: number;
  readonly isDeleting: boolean;
  readonly createdAt: number;
  readonly record: TargetRecord;
  /** The fields of the resource that the server owns. An apply without one of these fields removes it. */
  readonly own: { readonly metadata: object; readonly spec: object };
  readonly ownStatus: object;
  readonly managers: readonly Manager[];
};
type Manager = Omit<z.infer<typeof managerSchema>, 'fieldsV1'>;

const managerSchema = z.object({
  manager: z.prefault(z.string(), ''),
  operation: z.prefault(z.string(), ''),
  subresource: z.prefault(z.string(), ''),
  time: z.prefault(z.string(), ''),
  fieldsV1: z.optional(z.unknown()),
});
const modeSchema = z.optional(z.object({ mode: z.enum(['autonomous', 'recommendation']) }));
const boundsSchema = z.object({ cpu: z.optional(z.unknown()), memory: z.optional(z.unknown()) });
const amount = z.optional(z.string());
const unoptimizedSchema = z.object({
  time: z.string(),
  replicas: z.prefault(z.number(), 0),
  containers: z.prefault(z.record(z.string(), z.object({ cpu: amount, memory: amount })), {}),
});
const targetSchema = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    generation: z.prefault(z.number(), 0),
    creationTimestamp: z.string(),
    deletionTimestamp: z.optional(z.nullable(z.string())),
    annotations: z.prefault(z.record(z.string(), z.string()), {}),
    managedFields: z.prefault(z.array(managerSchema), []),
  }),
  spec: z.object({
    scaleTargetRef: z.object({ apiVersion: z.string(), kind: z.string(), name: z.string() }),
    horizontal: modeSchema,
    vertical: z.optional(
      z.extend(z.object({ mode: z.enum(['autonomous', 'recommendation']) }), {
        containers: z.prefault(z.record(z.string(), boundsSchema), {}),
      }),
    ),
    model: z.prefault(z.object({ mode: z.prefault(z.enum(modelModes), 'balanced') }), {}),
    limitPolicy: z.optional(z.enum(limitPolicies)),
  }),
  status: z.prefault(z.object({ unoptimized: z.optional(unoptimizedSchema) }), {}),
});

/** A resource that this version of the server cannot read, because its definition is of another version. */
export type UnreadableTarget = {
  readonly namespace: string;
  readonly resource: string;
  /** The name of its workload. */
  readonly name: string;
  readonly version: string;
  readonly isDeleting: boolean;
  /** The path of the field that cannot be read, or empty. */
  readonly field: string;
};

export const aiScaleTargets: Resource<KeptTarget | UnreadableTarget> = {
  api: `/apis/${targetApiVersion}`,
  plural: 'aiscaletargets',
  read(object) {
    try {
      return readTarget(object);
    } catch (error) {
      return unreadable(object, error);
    }
  },
};

export const isReadable = (target: KeptTarget | UnreadableTarget): target is KeptTarget => 'record' in target;

const unreadableSchema = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    resourceVersion: z.string(),
    deletionTimestamp: z.optional(z.unknown()),
  }),
  spec: z.optional(z.unknown()),
});
const referenceSchema = z.object({ scaleTargetRef: z.object({ name: z.string() }) });

function unreadable(object: unknown, error: unknown): UnreadableTarget {
  const { metadata, spec } = unreadableSchema.parse(object);
  const reference = referenceSchema.safeParse(spec);
  const [issue] = error instanceof z.core.$ZodError ? error.issues : [];
  return {
    namespace: metadata.namespace,
    resource: metadata.name,
    name: reference.success ? reference.data.scaleTargetRef.name : metadata.name,
    version: metadata.resourceVersion,
    isDeleting: typeof metadata.deletionTimestamp === 'string',
    field: issue?.path.join('.') ?? '',
  };
}

function readTarget(object: unknown): KeptTarget {
  const { metadata, spec, status } = targetSchema.parse(object);
  const { scaleTargetRef, horizontal, vertical, model, limitPolicy } = spec;
  const createdAt = Date.parse(metadata.creationTimestamp);
  const enrolled = Date.parse(metadata.annotations[enrolledAt] ?? '');
  const record: TargetRecord = {
    namespace: metadata.namespace,
    ...scaleTargetRef,
    horizontal: horizontal?.mode ?? null,
    vertical: vertical?.mode ?? null,
    modelMode: model.mode,
    managed: Object.entries(vertical?.containers ?? {}).map(([container, bounds]) => ({
      container,
      resources: (['cpu', 'memory'] as const).filter((resource) => bounds[resource] !== undefined),
    })),
    enrolledAt: Number.isNaN(enrolled) ? createdAt : enrolled,
    unoptimized: status.unoptimized === undefined ? null : readUnoptimized(status.unoptimized),
    ...(limitPolicy === undefined ? {} : { limitPolicy }),
  };
  const ownFields = (subresource: string) =>
    metadata.managedFields.find(
      (entry) => entry.manager === fieldManager && entry.operation === 'Apply' && entry.subresource === subresource,
    )?.fieldsV1 ?? {};
  const { status: ownStatus } = ownedStatusSchema.parse(ownedPart(object, ownFields('status')));
  const own = ownedSchema.parse(ownedPart(object, ownFields('')));
  const isOwn = z.object({ annotations: z.looseObject({ [enrolledAt]: z.string() }) }).safeParse(own.metadata).success;
  const others = metadata.managedFields.filter(
    ({ manager, subresource }) => subresource === '' && manager !== fieldManager,
  );
  const enrolledBy = isOwn ? undefined : others.toSorted((a, b) => (a.time < b.time ? -1 : 1))[0]?.manager;
  return {
    resource: metadata.name,
    uid: metadata.uid,
    version: metadata.resourceVersion,
    generation: metadata.generation,
    isDeleting: typeof metadata.deletionTimestamp === 'string',
    createdAt,
    record: { ...record, ...(enrolledBy === undefined ? {} : { enrolledBy }) },
    own,
    ownStatus,
    managers: metadata.managedFields.map(({ manager, operation, subresource, time }) => ({
      manager,
      operation,
      subresource,
      time,
    })),
  };
}

const anyObject = z.record(z.string(), z.unknown());
const ownedSchema = z.object({ metadata: z.prefault(anyObject, {}), spec: z.prefault(anyObject, {}) });
const ownedStatusSchema = z.object({ status: z.prefault(anyObject, {}) });

/** The part of a value that a tree of managed fields names. Only fields are followed: `spec` has no list. */
function ownedPart(value: unknown, tree: unknown): unknown {
  const inner = anyObject.safeParse(value);
  // The manager owns only the object itself, not its fields.
  if (!inner.success) return value;
  const parts = Object.entries(anyObject.parse(tree)).flatMap(([step, rest]) => {
    const name = step.slice(2);
    return step.startsWith('f:') && name in inner.data ? [[name, ownedPart(inner.data[name], rest)]] : [];
  });
  return Object.fromEntries(parts);
}

const readUnoptimized = ({ time, replicas, containers }: z.infer<typeof unoptimizedSchema>): UnoptimizedState => ({
  replicas,
  containers: Object.entries(containers).map(([name, { cpu, memory }]) => ({
    name,
    cpuRequest: parseQuantity(cpu),
    memoryRequest: parseQuantity(memory),
  })),
  recordedAt: Date.parse(time),
});

export const annotationsOf = (record: TargetRecord) => ({
  [enrolledAt]: new Date(record.enrolledAt).toISOString(),
});

export const unoptimizedOf = ({ replicas, containers, recordedAt }: UnoptimizedState) => ({
  time: new Date(recordedAt).toISOString(),
  replicas,
  containers: Object.fromEntries(
    containers.map(({ name, cpuRequest, memoryRequest }) => [
      name,
      {
        ...(cpuRequest === null ? {} : { cpu: printResourceQuantity('cpu', cpuRequest) }),
        ...(memoryRequest === null ? {} : { memory: printResourceQuantity('memory', memoryRequest) }),
      },
    ]),
  ),
});

const others = ({ managers }: KeptTarget) => managers.filter(({ manager }) => manager !== fieldManager);

/** Who changed a resource last, other than the server; null if only the server changed it. */
export const lastManager = (kept: KeptTarget): Manager | null =>
  others(kept).toSorted((a, b) => (a.time < b.time ? 1 : -1))[0] ?? null;

/** Whether only the server itself changed a resource between two versions. */
export const isSameOfOthers = (before: KeptTarget, after: KeptTarget): boolean =>
  JSON.stringify([others(before), before.record]) === JSON.stringify([others(after), after.record]);
