import { parseQuantity } from '@trimtab/core';
import * as z from 'zod/mini';
import type { HpaMetric } from '../../ports/index.ts';
import type { Resource } from './informer.ts';
import { amount, names, type Owner } from './objects.ts';

const targetSchema = z.object({
  type: z.optional(z.string()),
  averageUtilization: z.optional(z.nullable(z.number())),
  averageValue: amount,
  value: amount,
});
const namedMetric = z.optional(z.object({ metric: z.object({ name: z.string() }), target: targetSchema }));
const metricSchema = z.object({
  resource: z.optional(z.object({ name: z.string(), target: targetSchema })),
  containerResource: z.optional(z.object({ name: z.string(), container: z.string(), target: targetSchema })),
  pods: namedMetric,
  object: namedMetric,
  external: namedMetric,
});
const hpaSchema = z.object({
  metadata: z.object(names),
  spec: z.object({
    scaleTargetRef: z.object({ kind: z.string(), name: z.string() }),
    minReplicas: z.optional(z.nullable(z.number())),
    maxReplicas: z.number(),
    metrics: z.prefault(z.array(metricSchema), []),
  }),
  status: z.prefault(
    z.object({
      conditions: z.nullish(
        z.array(
          z.object({
            type: z.string(),
            status: z.string(),
            reason: z.optional(z.string()),
            message: z.optional(z.string()),
          }),
        ),
      ),
    }),
    {},
  ),
});

export type KeptHpa = {
  readonly namespace: string;
  readonly name: string;
  readonly target: Owner;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly metrics: readonly HpaMetric[];
  readonly problem: string | null;
};

function hpaMetric(metric: z.infer<typeof metricSchema>): HpaMetric | null {
  const { resource, containerResource } = metric;
  if (resource !== undefined) return withTarget('Resource', resource.name, resource.target);
  if (containerResource !== undefined) {
    const { name, container, target } = containerResource;
    const read = withTarget('Resource', name, target);
    return read === null ? null : { ...read, container };
  }
  const kinds = [
    ['Pod', metric.pods],
    ['Object', metric.object],
    ['External', metric.external],
  ] as const;
  for (const [type, own] of kinds) if (own !== undefined) return withTarget(type, own.metric.name, own.target);
  return null;
}

function withTarget(type: HpaMetric['type'], name: string, target: z.infer<typeof targetSchema>): HpaMetric | null {
  const { averageUtilization } = target;
  const isShare = averageUtilization !== undefined && averageUtilization !== null;
  const value = isShare ? averageUtilization : parseQuantity(target.averageValue ?? target.value);
  if (value === null) return null;
  return { type, name, target: { type: isShare ? 'Utilization' : 'AverageValue', value } };
}

export const hpas: Resource<KeptHpa> = {
  api: '/apis/autoscaling/v2',
  plural: 'horizontalpodautoscalers',
  read(object) {
    const { metadata, spec, status } = hpaSchema.parse(object);
    const failed = (status.conditions ?? []).find(
      ({ type, status: value }) => value === 'False' && (type === 'ScalingActive' || type === 'AbleToScale'),
    );
    return {
      ...metadata,
      target: { kind: spec.scaleTargetRef.kind, name: spec.scaleTargetRef.name },
      // The default of Kubernetes.
      minReplicas: spec.minReplicas ?? 1,
      maxReplicas: spec.maxReplicas,
      metrics: spec.metrics
        .flatMap((metric) => hpaMetric(metric) ?? [])
        .toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1)),
      // An HPA of a workload without replicas is switched off on purpose.
      problem:
        failed === undefined || failed.reason === 'ScalingDisabled'
          ? null
          : (failed.message ?? failed.reason ?? failed.type),
    };
  },
};
