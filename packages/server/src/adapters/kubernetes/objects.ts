import { parseQuantity, type QosClass } from '@trimtab/core';
import * as z from 'zod/mini';
import type { FieldManager, PodState, Rivals } from '../../ports/index.ts';
import type { Resource } from './informer.ts';
import {
  type KeptNode,
  keptTaints,
  keptTolerations,
  type Toleration,
  taintsSchema,
  tolerationsSchema,
} from './node-room.ts';
import { managedSchema, managersOf } from './rival-objects.ts';

/** Only the fields that an answer needs are read and stored, because a cluster may have many thousands of pods. */
export const names = { name: z.string(), namespace: z.prefault(z.string(), '') };
export const texts = z.prefault(z.record(z.string(), z.string()), {});
const ownerSchema = z.object({
  apiVersion: z.optional(z.string()),
  kind: z.string(),
  name: z.string(),
  controller: z.optional(z.boolean()),
});
const metadataSchema = z.object({ ...names, creationTimestamp: z.optional(z.nullable(z.string())) });
const ownedSchema = z.object({ ...names, ownerReferences: z.prefault(z.array(ownerSchema), []) });

export const amount = z.optional(z.union([z.string(), z.number()]));
export const amountsSchema = z.prefault(z.object({ cpu: amount, memory: amount }), {});
const containerSchema = z.object({
  name: z.string(),
  image: z.prefault(z.string(), ''),
  restartPolicy: z.optional(z.string()),
  resources: z.prefault(z.object({ requests: amountsSchema, limits: amountsSchema }), {}),
});
const podSpecSchema = z.object({
  containers: z.prefault(z.array(containerSchema), []),
  initContainers: z.prefault(z.array(containerSchema), []),
  tolerations: tolerationsSchema,
});

export type KeptContainer = PodState['containers'][number] & { readonly isSidecar: boolean };
export type Owner = { readonly kind: string; readonly name: string };

const shared = new Map<string, string>();
const mostShared = 100_000;
/** Returns the same string instance for equal texts. Many objects share texts such as images and label keys. */
function share(text: string): string {
  const known = shared.get(text);
  if (known !== undefined) return known;
  if (shared.size >= mostShared) shared.clear();
  shared.set(text, text);
  return text;
}

const apiGroups = new Map([
  ...['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'].map((kind) => [kind, 'apps'] as const),
  ['Job', 'batch'],
  ['CronJob', 'batch'],
  ['Rollout', 'argoproj.io'],
]);

/** Null also for an owner that has the kind of a workload but another API group, such as a StatefulSet of OpenKruise. */
function controllerOf(owners: readonly z.infer<typeof ownerSchema>[]): Owner | null {
  const found = owners.find(({ controller }) => controller === true) ?? owners[0];
  if (found === undefined) return null;
  const { apiVersion, kind, name } = found;
  const group = apiGroups.get(kind);
  if (group !== undefined && apiVersion !== undefined && !apiVersion.startsWith(`${group}/`)) return null;
  return { kind: share(kind), name: share(name) };
}

/** 0 counts as not set: a request of 0 reserves nothing, and a limit of 0 limits nothing. */
function positive(value: string | number | undefined): number | null {
  const number = value === undefined ? null : parseQuantity(value);
  return number !== null && number > 0 ? number : null;
}

function keptContainer(container: z.infer<typeof containerSchema>, isSidecar: boolean): KeptContainer {
  const { requests, limits } = container.resources;
  return {
    name: share(container.name),
    image: share(container.image),
    cpuRequest: positive(requests.cpu),
    cpuLimit: positive(limits.cpu),
    memoryRequest: positive(requests.memory),
    memoryLimit: positive(limits.memory),
    isSidecar,
  };
}

const isSidecar = ({ restartPolicy }: z.infer<typeof containerSchema>): boolean => restartPolicy === 'Always';

/** The init containers that end before the containers of the pod start. */
const initContainersOf = ({ initContainers }: z.infer<typeof podSpecSchema>): readonly KeptContainer[] =>
  initContainers.flatMap((each) => (isSidecar(each) ? [] : keptContainer(each, false)));

/** The containers that run as long as the pod. An init container counts only if it is a sidecar. */
const containersOf = ({ containers, initContainers }: z.infer<typeof podSpecSchema>): readonly KeptContainer[] => [
  ...containers.map((each) => keptContainer(each, false)),
  ...initContainers.filter(isSidecar).map((each) => keptContainer(each, true)),
];

const placesOf = ({ containers, initContainers }: z.infer<typeof podSpecSchema>): Rivals['places'] => [
  ...containers.map((_, index) => share(`containers/${index}`)),
  ...initContainers.flatMap((each, index) => (isSidecar(each) ? share(`initContainers/${index}`) : [])),
];

const endSchema = z.nullish(
  z.object({
    reason: z.prefault(z.string(), ''),
    exitCode: z.optional(z.number()),
    finishedAt: z.optional(z.nullable(z.string())),
  }),
);
const stateSchema = z.prefault(
  z.object({ waiting: z.nullish(z.object({ reason: z.optional(z.string()) })), terminated: endSchema }),
  {},
);
const statusesSchema = z.prefault(
  z.array(
    z.object({ name: z.string(), restartCount: z.prefault(z.number(), 0), state: stateSchema, lastState: stateSchema }),
  ),
  [],
);

const podSchema = z.object({
  metadata: z.object({
    ...ownedSchema.shape,
    creationTimestamp: z.optional(z.nullable(z.string())),
    deletionTimestamp: z.optional(z.nullable(z.string())),
    labels: texts,
  }),
  spec: podSpecSchema,
  status: z.prefault(
    z.object({
      phase: z.prefault(z.string(), 'Unknown'),
      reason: z.optional(z.string()),
      qosClass: z.optional(z.catch(z.optional(z.enum(['Guaranteed', 'Burstable', 'BestEffort'])), undefined)),
      containerStatuses: statusesSchema,
      initContainerStatuses: statusesSchema,
      conditions: z.prefault(z.array(z.object({ type: z.string(), status: z.string() })), []),
    }),
    {},
  ),
});

export type KeptPod = {
  readonly namespace: string;
  readonly name: string;
  readonly createdAt: number | null;
  readonly owner: Owner | null;
  readonly phase: string;
  /** The status that kubectl prints: the phase, or why a container does not run, such as CrashLoopBackOff. */
  readonly status: string;
  readonly restarts: number;
  readonly lastRestart: NonNullable<PodState['lastRestart']> | null;
  readonly isReady: boolean;
  /** Whether it was deleted, and ends after its grace period. */
  readonly isTerminating: boolean;
  readonly tolerations: readonly Toleration[];
  /** Null before the API server has accepted it completely. */
  readonly qosClass: QosClass | null;
  /** The names of the init containers that are not sidecars. */
  readonly initContainers: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly containers: readonly KeptContainer[];
};

type Labels = Readonly<Record<string, string>>;
const keptLabels = (labels: Labels): ReadonlyMap<string, string> =>
  new Map(Object.entries(labels).map(([key, value]) => [share(key), share(value)]));

function timeOf(text: string | null | undefined): number | null {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

export const core = '/api/v1';
const apps = '/apis/apps/v1';

export const pods: Resource<KeptPod> = {
  api: core,
  plural: 'pods',
  read(object) {
    const { metadata, spec, status } = podSchema.parse(object);
    return {
      namespace: share(metadata.namespace),
      name: metadata.name,
      createdAt: timeOf(metadata.creationTimestamp),
      owner: controllerOf(metadata.ownerReferences),
      phase: share(status.phase),
      status: share(statusOf(metadata.deletionTimestamp, status)),
      ...restartsOf([...status.initContainerStatuses, ...status.containerStatuses]),
      isReady: status.conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True'),
      isTerminating: typeof metadata.deletionTimestamp === 'string',
      tolerations: keptTolerations(spec.tolerations),
      qosClass: status.qosClass ?? null,
      labels: keptLabels(metadata.labels),
      initContainers: initNames(spec),
      containers: containersOf(spec),
    };
  },
};

const none: readonly string[] = [];
function initNames({ initContainers }: z.infer<typeof podSpecSchema>): readonly string[] {
  const plain = initContainers.filter((each) => !isSidecar(each));
  return plain.length === 0 ? none : plain.map(({ name }) => share(name));
}

type PodStatus = z.infer<typeof podSchema>['status'];
type ContainerStatus = PodStatus['containerStatuses'][number];

function statusOf(deletedAt: string | null | undefined, { phase, reason, ...status }: PodStatus): string {
  if (typeof deletedAt === 'string') return 'Terminating';
  if (reason !== undefined) return reason;
  for (const { state } of [...status.initContainerStatuses, ...status.containerStatuses]) {
    const why = state.waiting?.reason ?? state.terminated?.reason;
    if (
      why !== undefined &&
      why !== '' &&
      why !== 'Completed' &&
      why !== 'PodInitializing' &&
      why !== 'ContainerCreating'
    )
      return why;
  }
  return phase;
}

function restartsOf(statuses: readonly ContainerStatus[]): Pick<KeptPod, 'restarts' | 'lastRestart'> {
  const ends = statuses
    .flatMap(({ name, lastState: { terminated } }) =>
      terminated
        ? {
            container: share(name),
            reason: share(terminated.reason),
            exitCode: terminated.exitCode ?? null,
            at: timeOf(terminated.finishedAt),
          }
        : [],
    )
    .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  return { restarts: statuses.reduce((sum, { restartCount }) => sum + restartCount, 0), lastRestart: ends[0] ?? null };
}

const templateSchema = z.object({ metadata: z.prefault(z.object({ labels: texts }), {}), spec: podSpecSchema });
const replicaNumber = z.optional(z.number());
const surgeSchema = z.optional(z.union([z.string(), z.number()]));
const workloadSchema = z.object({
  metadata: z.extend(managedSchema, names),
  spec: z.object({
    replicas: replicaNumber,
    template: templateSchema,
    strategy: z.optional(
      z.object({
        type: z.optional(z.string()),
        rollingUpdate: z.optional(z.nullable(z.object({ maxSurge: surgeSchema }))),
      }),
    ),
  }),
  status: z.prefault(z.object({ desiredNumberScheduled: replicaNumber }), {}),
});

export type KeptWorkload = {
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  readonly replicas: number | null;
  readonly maxSurge: number | null;
  /** The containers of the template. Admission may add others to the pods. */
  readonly template: readonly KeptContainer[];
  /** The init containers of the template that are not sidecars. */
  readonly initContainers: readonly KeptContainer[];
  readonly tolerations: readonly Toleration[];
  readonly podLabels: ReadonlyMap<string, string>;
  /** The workload's own labels. `team` is also read from a label or annotation such as example.com/team. */
  readonly labels: ReadonlyMap<string, string>;
  readonly managers: readonly FieldManager[];
  readonly places: Rivals['places'];
};

const teamKeys = /(?:^|\/)(?:team|owner|squad)$/;

function withTeam({ labels, annotations }: { labels: Labels; annotations: Labels }): Labels {
  const found = [...Object.entries(labels), ...Object.entries(annotations)].find(([key]) => teamKeys.test(key));
  return found === undefined ? labels : { team: found[1], ...labels };
}

/** How many additional pods a rolling update may start. A percentage of the replicas is rounded up. */
function surgeOf(surge: string | number | undefined, replicas: number): number {
  if (typeof surge === 'number') return surge;
  const percent = /^(\d+)%$/.exec(surge ?? '25%')?.[1];
  return percent === undefined ? 0 : Math.ceil((Number(percent) * replicas) / 100);
}

function workloads(kind: string, plural: string): Resource<KeptWorkload> {
  return {
    api: apps,
    plural,
    read(object) {
      const { metadata, spec, status } = workloadSchema.parse(object);
      const replicas = kind === 'DaemonSet' ? (status.desiredNumberScheduled ?? null) : (spec.replicas ?? 1);
      const isRolling = spec.strategy?.type !== 'Recreate';
      const surge = isRolling ? surgeOf(spec.strategy?.rollingUpdate?.maxSurge, replicas ?? 0) : 0;
      return {
        namespace: share(metadata.namespace),
        kind,
        name: metadata.name,
        replicas,
        maxSurge: kind === 'Deployment' ? surge : null,
        template: containersOf(spec.template.spec),
        initContainers: initContainersOf(spec.template.spec),
        tolerations: keptTolerations(spec.template.spec.tolerations),
        labels: keptLabels(withTeam(metadata)),
        podLabels: keptLabels(spec.template.metadata.labels),
        managers: managersOf(metadata),
        places: placesOf(spec.template.spec),
      };
    },
  };
}

export const deployments = workloads('Deployment', 'deployments');
export const statefulSets = workloads('StatefulSet', 'statefulsets');
export const daemonSets = workloads('DaemonSet', 'daemonsets');

export type KeptReplicaSet = { readonly namespace: string; readonly name: string; readonly owner: Owner | null };
export const replicaSets: Resource<KeptReplicaSet> = {
  api: apps,
  plural: 'replicasets',
  metadataOnly: true,
  read(object) {
    const { metadata } = z.object({ metadata: ownedSchema }).parse(object);
    return { namespace: share(metadata.namespace), name: metadata.name, owner: controllerOf(metadata.ownerReferences) };
  },
};

export type KeptNamespace = { readonly name: string; readonly createdAt: number | null };
export const namespaces: Resource<KeptNamespace> = {
  api: core,
  plural: 'namespaces',
  isClusterWide: true,
  metadataOnly: true,
  read(object) {
    const { metadata } = z.object({ metadata: metadataSchema }).parse(object);
    return { name: metadata.name, createdAt: timeOf(metadata.creationTimestamp) };
  },
};

const nodeSchema = z.object({
  metadata: z.object({ name: z.string(), labels: texts }),
  spec: z.prefault(
    z.object({
      unschedulable: z.prefault(z.boolean(), false),
      taints: taintsSchema,
    }),
    {},
  ),
  status: z.prefault(z.object({ allocatable: amountsSchema, capacity: amountsSchema }), {}),
});
const controlPlane = /^node-role\.kubernetes\.io\/(control-plane|master)$/;
/** Labels of Karpenter, EKS, GKE and AKS. */
const capacityLabels = [
  'karpenter.sh/capacity-type',
  'eks.amazonaws.com/capacityType',
  'cloud.google.com/gke-spot',
  'cloud.google.com/gke-preemptible',
  'kubernetes.azure.com/scalesetpriority',
];

export const nodes: Resource<KeptNode> = {
  api: core,
  plural: 'nodes',
  isClusterWide: true,
  read(object) {
    const { metadata, spec, status } = nodeSchema.parse(object);
    const label = (...keys: readonly string[]) =>
      keys.map((key) => metadata.labels[key]).find((text) => text !== undefined) ?? null;
    const capacityType = label(...capacityLabels)?.toLowerCase() ?? null;
    return {
      name: metadata.name,
      cpu: positive(status.allocatable.cpu) ?? 0,
      memory: positive(status.allocatable.memory) ?? 0,
      capacityCpu: positive(status.capacity.cpu) ?? 0,
      instanceType: label('node.kubernetes.io/instance-type', 'beta.kubernetes.io/instance-type'),
      region: label('topology.kubernetes.io/region', 'failure-domain.beta.kubernetes.io/region'),
      capacityType:
        capacityType === null ? null : capacityType === 'spot' || capacityType === 'true' ? 'spot' : 'on-demand',
      isSchedulable: !spec.unschedulable && !spec.taints.some(({ key }) => controlPlane.test(key)),
      taints: keptTaints(spec.taints),
    };
  },
};
