import { isRecord } from '@trimtab/core';
import * as z from 'zod/mini';
import { getOrInsert } from '../../get-or-insert.ts';
import type { FieldManager, Rivals } from '../../ports/index.ts';
import type { Resource } from './informer.ts';

/** The stored fields of other objects that change a workload: VPAs, KEDA's ScaledObjects, PodDisruptionBudgets. */
type Kept<Item> = { readonly namespace: string; readonly target: string; readonly item: Item };

const metadata = z.object({ name: z.string(), namespace: z.string() });
const texts = z.prefault(z.record(z.string(), z.string()), {});
const targetSchema = z.object({ kind: z.prefault(z.string(), 'Deployment'), name: z.string() });
const keyOf = ({ kind, name }: z.infer<typeof targetSchema>): string => `${kind}/${name}`;

const vpaSchema = z.object({
  metadata,
  spec: z.object({
    targetRef: targetSchema,
    updatePolicy: z.nullish(z.object({ updateMode: z.nullish(z.string()) })),
    recommenders: z.nullish(z.array(z.object({ name: z.string() }))),
  }),
});
export type KeptVpa = Kept<Rivals['vpas'][number]>;
export const vpas: Resource<KeptVpa> = {
  api: '/apis/autoscaling.k8s.io/v1',
  plural: 'verticalpodautoscalers',
  mayBeUnserved: true,
  read(object) {
    const { metadata: own, spec } = vpaSchema.parse(object);
    // The default of the definition.
    const mode = spec.updatePolicy?.updateMode ?? 'Recreate';
    const item = { name: own.name, mode, recommender: spec.recommenders?.[0]?.name ?? null };
    return { namespace: own.namespace, target: keyOf(spec.targetRef), item };
  },
};

const scaledObjectSchema = z.object({
  metadata,
  spec: z.object({
    scaleTargetRef: targetSchema,
    minReplicaCount: z.nullish(z.number()),
    maxReplicaCount: z.nullish(z.number()),
    triggers: z.prefault(z.array(z.object({ type: z.string() })), []),
  }),
});
export type KeptScaledObject = Kept<Rivals['scaledObjects'][number]>;
export const scaledObjects: Resource<KeptScaledObject> = {
  api: '/apis/keda.sh/v1alpha1',
  plural: 'scaledobjects',
  mayBeUnserved: true,
  read(object) {
    const { metadata: own, spec } = scaledObjectSchema.parse(object);
    const item = {
      name: own.name,
      // The defaults of KEDA.
      minReplicas: spec.minReplicaCount ?? 0,
      maxReplicas: spec.maxReplicaCount ?? 100,
      triggers: spec.triggers.map(({ type }) => type),
    };
    return { namespace: own.namespace, target: keyOf(spec.scaleTargetRef), item };
  },
};

const budgetNumber = z.nullish(z.union([z.string(), z.number()]));
const expressionSchema = z.object({
  key: z.string(),
  operator: z.string(),
  values: z.nullish(z.array(z.string())),
});
const selectorSchema = z.nullish(
  z.object({ matchLabels: texts, matchExpressions: z.prefault(z.array(expressionSchema), []) }),
);
const budgetSchema = z.object({
  metadata,
  spec: z.object({
    minAvailable: budgetNumber,
    maxUnavailable: budgetNumber,
    selector: selectorSchema,
  }),
  status: z.prefault(z.object({ disruptionsAllowed: z.prefault(z.number(), 0) }), {}),
});
export type KeptBudget = {
  readonly namespace: string;
  readonly selector: z.infer<typeof selectorSchema>;
  readonly item: Rivals['budgets'][number];
};
export const budgets: Resource<KeptBudget> = {
  api: '/apis/policy/v1',
  plural: 'poddisruptionbudgets',
  read(object) {
    const { metadata: own, spec, status } = budgetSchema.parse(object);
    const { minAvailable, maxUnavailable, selector } = spec;
    const demand =
      minAvailable === undefined || minAvailable === null
        ? `maxUnavailable ${maxUnavailable ?? 1}`
        : `minAvailable ${minAvailable}`;
    return {
      namespace: own.namespace,
      selector,
      item: { name: own.name, allowed: status.disruptionsAllowed, demand },
    };
  },
};

type Labels = ReadonlyMap<string, string>;

const keyOfLabel = (namespace: string, label: readonly string[]): string => JSON.stringify([namespace, ...label]);

/** Finds the budgets that select pods with some labels. It compares only the budgets that name one of these labels, or none. */
export function budgetLookup(all: Iterable<KeptBudget>): (namespace: string, labels: Labels) => readonly KeptBudget[] {
  const byLabel = new Map<string, KeptBudget[]>();
  for (const budget of all) {
    const [label = []] = Object.entries(budget.selector?.matchLabels ?? {});
    getOrInsert(byLabel, keyOfLabel(budget.namespace, label), () => []).push(budget);
  }
  return (namespace, labels) =>
    [[], ...labels]
      .flatMap((label) => byLabel.get(keyOfLabel(namespace, label)) ?? [])
      .filter((budget) => selects(budget, labels));
}

/** A budget without a selector selects no pod, one with an empty selector all. */
const selects = ({ selector }: KeptBudget, labels: Labels): boolean =>
  selector !== undefined &&
  selector !== null &&
  Object.entries(selector.matchLabels).every(([key, value]) => labels.get(key) === value) &&
  selector.matchExpressions.every((expression) => matches(expression, labels.get(expression.key)));

function matches({ operator, values }: z.infer<typeof expressionSchema>, value: string | undefined): boolean {
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  const isListed = value !== undefined && (values ?? []).includes(value);
  return operator === 'In' ? isListed : !isListed;
}

export const managedSchema = z.object({
  labels: texts,
  annotations: texts,
  managedFields: z.prefault(
    z.array(
      z.object({
        manager: z.prefault(z.string(), ''),
        operation: z.prefault(z.string(), ''),
        subresource: z.prefault(z.string(), ''),
        fieldsV1: z.optional(z.unknown()),
      }),
    ),
    [],
  ),
});
type Managed = z.infer<typeof managedSchema>;

/** The tools that own requests or limits in the template. A person who edited them with kubectl does not count. */
export function managersOf({ managedFields, ...own }: Managed): readonly FieldManager[] {
  return managedFields.flatMap(({ manager, operation, subresource, fieldsV1 }) => {
    const applies = operation === 'Apply';
    if (subresource !== '' || !ownsResources(fieldsV1)) return [];
    const found = toolOf(manager, own);
    if (found === null && !applies && /^(kubectl|node-fetch|Mozilla|dashboard|unknown|$)/.test(manager)) return [];
    return { name: manager, applies, ...(found ?? { tool: null, object: null }) };
  });
}

function ownsResources(fields: unknown): boolean {
  const containers = ['f:spec', 'f:template', 'f:spec', 'f:containers'].reduce(within, fields);
  return (
    isRecord(containers) &&
    Object.values(containers).some((container) => within(container, 'f:resources') !== undefined)
  );
}

const within = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

type Owner = Pick<FieldManager, 'tool' | 'object'>;

function toolOf(manager: string, { labels, annotations }: Pick<Managed, 'labels' | 'annotations'>): Owner | null {
  const named = (key: string) =>
    labels[`${key}/name`] === undefined ? null : `${labels[`${key}/namespace`] ?? ''}/${labels[`${key}/name`]}`;
  if (manager.startsWith('argocd')) {
    const tracked = annotations['argocd.argoproj.io/tracking-id']?.split(':')[0];
    return { tool: 'Argo CD', object: tracked ?? labels['app.kubernetes.io/instance'] ?? null };
  }
  if (manager === 'kustomize-controller') {
    return { tool: 'Flux Kustomization', object: named('kustomize.toolkit.fluxcd.io') };
  }
  if (manager === 'helm-controller') return { tool: 'Flux HelmRelease', object: named('helm.toolkit.fluxcd.io') };
  if (manager !== 'helm') return null;
  const release = annotations['meta.helm.sh/release-name'];
  const place = annotations['meta.helm.sh/release-namespace'];
  return { tool: 'Helm', object: release === undefined ? null : `${place ?? ''}/${release}` };
}
