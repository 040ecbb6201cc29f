import * as z from 'zod/mini';
import { parseQuantity } from '../quantity/quantity.ts';
import { autoscalerPatch, workloadPatch } from './documents.ts';
import type { KnownContainer } from './known-workload.ts';
import { isDnsLabel, isDnsSubdomain } from './kubernetes-names.ts';
import { isEmptyPlan, type PatchPlan } from './plan.ts';
import { type Amounts, type ContainerAmounts, podQos, type QosClass } from './pod-qos.ts';

const quantities = z.strictObject({
  cpu: z.optional(z.nullable(z.string())),
  memory: z.optional(z.nullable(z.string())),
});
const resources = z.strictObject({ requests: z.optional(quantities), limits: z.optional(quantities) });
const containers = z.optional(z.array(z.strictObject({ name: z.string(), resources })));
const workloadSchema = z.strictObject({
  spec: z.strictObject({
    replicas: z.optional(z.int().check(z.gte(0))),
    template: z.optional(z.strictObject({ spec: z.strictObject({ containers, initContainers: containers }) })),
  }),
});
const autoscalerSchema = z.strictObject({
  spec: z.strictObject({ minReplicas: z.int().check(z.gte(1)), maxReplicas: z.int().check(z.gte(1)) }),
});

type Quantities = z.output<typeof quantities>;
type Resources = z.output<typeof resources>;

/**
 * Why Kubernetes would reject the files of a plan, as sentences; empty if it accepts them. Containers are checked against
 * those of the workload, because Kubernetes adds a container that a patch names and the template does not have.
 */
export function planProblems(plan: PatchPlan): string[] {
  const [workload, autoscaler] = [workloadPatch(plan), autoscalerPatch(plan)];
  return [
    ...(plan.kind === '' && !isEmptyPlan(plan) ? [withoutKind] : []),
    ...nameProblems(plan),
    ...(workload === null ? [] : workloadPatchProblems(workload, plan.known, plan)),
    ...(autoscaler === null ? [] : autoscalerPatchProblems(autoscaler)),
  ];
}

const withoutKind = 'A patch needs the kind of the workload, and the server does not send it.';

function nameProblems({ namespace, name, autoscaler }: PatchPlan): string[] {
  return [
    ...(isDnsLabel(namespace) ? [] : [invalid('namespace', namespace)]),
    ...(isDnsSubdomain(name) ? [] : [invalid('workload', name)]),
    ...(autoscaler === null || isDnsSubdomain(autoscaler.name) ? [] : [invalid('autoscaler', autoscaler.name)]),
  ];
}

const invalid = (what: string, text: string): string => `${JSON.stringify(text)} is not a valid name of a ${what}.`;

/** The problems of a strategic merge patch of a workload. */
export function workloadPatchProblems(
  document: unknown,
  known: readonly KnownContainer[],
  { restores, qosClass }: Pick<PatchPlan, 'restores' | 'qosClass'> = {},
): string[] {
  const read = workloadSchema.safeParse(document);
  if (!read.success) return [`The patch has an unexpected form: ${read.error.issues[0]?.path.join('.') ?? ''}.`];
  const { containers: app = [], initContainers: init = [] } = read.data.spec.template?.spec ?? {};
  const all = [...app.map((one) => ({ ...one, sidecar: false })), ...init.map((one) => ({ ...one, sidecar: true }))];
  const twice = all.filter(({ name }, index) => all.findIndex((one) => one.name === name) < index);
  if (twice.length > 0) return twice.map(({ name }) => `The patch names the container ${name} twice.`);
  const own = all.flatMap((one) => containerProblems(one, known));
  return own.length > 0 || restores === true ? own : qosProblems(all, known, qosClass);
}

export function autoscalerPatchProblems(document: unknown): string[] {
  const read = autoscalerSchema.safeParse(document);
  if (!read.success) return [`The patch has an unexpected form: ${read.error.issues[0]?.path.join('.') ?? ''}.`];
  const { minReplicas, maxReplicas } = read.data.spec;
  return minReplicas <= maxReplicas ? [] : [`The minimum of ${minReplicas} replicas is above the maximum.`];
}

type PatchedContainer = { readonly name: string; readonly sidecar: boolean; readonly resources: Resources };

function containerProblems(
  { name, sidecar, resources: { requests = {}, limits = {} } }: PatchedContainer,
  known: readonly KnownContainer[],
): string[] {
  if (!isDnsLabel(name)) return [invalid('container', name)];
  const own = known.find((one) => one.name === name) ?? (known.length === 0 ? unknownContainer : undefined);
  if (own === undefined) return [`The workload has no container ${name}.`];
  if (own.injected === true) return [`The template of the workload has no container ${name}.`];
  if (own !== unknownContainer && own.sidecar !== sidecar)
    return [
      `The container ${name} is ${own.sidecar ? 'a sidecar' : 'no sidecar'}, but the patch lists it as the other kind.`,
    ];
  const unreadable = [...quantityProblems(requests, name), ...quantityProblems(limits, name)];
  if (unreadable.length > 0) return unreadable;
  const after = amountsAfter(own, { requests, limits });
  return (['cpu', 'memory'] as const).flatMap((resource) => {
    const [request, limit] = [after.requests[resource], after.limits[resource]];
    if (request === null || limit === null || request <= limit) return [];
    return [`The ${resource} request of ${name} is above its limit.`];
  });
}

/** A placeholder for every container if the server does not name the containers of the workload. */
const unknownContainer: KnownContainer = {
  name: '',
  sidecar: false,
  requests: { cpu: null, memory: null },
  limits: null,
};

/** Checks the syntax and the sign. Memory must be whole bytes, and CPU not finer than a millicore. */
function quantityProblems(amounts: Quantities, container: string): string[] {
  return Object.entries(amounts).flatMap(([resource, text]) => {
    if (text === null) return [];
    const amount = parseQuantity(text);
    if (amount === null) return [`${JSON.stringify(text)} of ${container} is not a quantity.`];
    if (amount < 0) return [`The ${resource} of ${container} is negative.`];
    const smallest = resource === 'cpu' ? amount * 1_000 : amount;
    if (Math.abs(smallest - Math.round(smallest)) < 1e-6) return [];
    return [`${text} ${resource} of ${container} is finer than a ${resource === 'cpu' ? 'millicore' : 'byte'}.`];
  });
}

function amountsAfter(own: KnownContainer, { requests = {}, limits = {} }: Resources): ContainerAmounts {
  return {
    requests: replaced(own.requests, requests),
    limits: replaced(own.limits ?? { cpu: null, memory: null }, limits),
  };
}

const replaced = (amounts: Amounts, by: Quantities): Amounts => ({
  cpu: by.cpu === undefined ? amounts.cpu : parseQuantity(by.cpu),
  memory: by.memory === undefined ? amounts.memory : parseQuantity(by.memory),
});

/**
 * Adding requests can only change the class of a BestEffort pod, because a pod with requests cannot stay BestEffort. If
 * the pod has another class than these containers alone, its init containers keep it Burstable.
 */
function qosProblems(
  patched: readonly PatchedContainer[],
  known: readonly KnownContainer[],
  present: QosClass | undefined,
): string[] {
  const before = known.flatMap(({ requests, limits }) => (limits === null ? [] : [{ requests, limits }]));
  if (known.length === 0 || before.length < known.length) return [];
  const after = known.map((own) => amountsAfter(own, patched.find(({ name }) => name === own.name)?.resources ?? {}));
  const [from, to] = [podQos(before), podQos(after)];
  return from !== (present ?? from) || from === to || (from === 'BestEffort' && to === 'Burstable')
    ? []
    : [`The quality-of-service class of the pod would change from ${from} to ${to}.`];
}
