import { parseQuantity } from '@trimtab/core';
import * as z from 'zod/mini';
import type { LimitRangeItem, QuotaItem } from '../../ports/index.ts';
import { quotaResources } from '../quota-resources.ts';
import type { Resource } from './informer.ts';
import { amountsSchema, core, names, texts } from './objects.ts';

const rangeSchema = z.object({
  metadata: z.object(names),
  spec: z.object({
    // The API server sends an empty list as null.
    limits: z.nullish(
      z.array(
        z.object({ type: z.string(), min: amountsSchema, max: amountsSchema, maxLimitRequestRatio: amountsSchema }),
      ),
    ),
  }),
});
export type KeptLimitRange = { readonly namespace: string; readonly items: readonly LimitRangeItem[] };
export const limitRanges: Resource<KeptLimitRange> = {
  api: core,
  plural: 'limitranges',
  read(object) {
    const { metadata, spec } = rangeSchema.parse(object);
    const items = (spec.limits ?? []).flatMap(({ type, min, max, maxLimitRequestRatio: ratio }) =>
      type !== 'Container' && type !== 'Pod'
        ? []
        : (['cpu', 'memory'] as const)
            .filter((resource) => [min, max, ratio].some((amounts) => amounts[resource] !== undefined))
            .map((resource) => ({
              name: metadata.name,
              type: type === 'Pod' ? ('Pod' as const) : ('Container' as const),
              resource,
              min: parseQuantity(min[resource]),
              max: parseQuantity(max[resource]),
              maxRatio: parseQuantity(ratio[resource]),
            })),
    );
    return { namespace: metadata.namespace, items };
  },
};

const scopesSchema = z.object({
  scopes: z.nullish(z.array(z.string())),
  scopeSelector: z.nullish(z.object({ matchExpressions: z.nullish(z.array(z.object({ scopeName: z.string() }))) })),
});
const quotaSchema = z.object({
  metadata: z.object(names),
  spec: z.prefault(scopesSchema, {}),
  status: z.prefault(z.object({ hard: texts, used: texts }), {}),
});
/** Scopes that contain every workload: its pods have no deadline, and have requests as soon as a suggestion is applied. */
const coveringScopes: readonly string[] = ['NotTerminating', 'NotBestEffort'];
/** Whether a quota covers all workloads of its namespace. The PriorityClass of pods is not read. */
function coversWorkloads({ scopes, scopeSelector }: z.infer<typeof scopesSchema>): boolean {
  const selected = (scopeSelector?.matchExpressions ?? []).map(({ scopeName }) => scopeName);
  return [...(scopes ?? []), ...selected].every((scope) => coveringScopes.includes(scope));
}
export type KeptQuota = { readonly namespace: string; readonly items: readonly QuotaItem[] };
export const quotas: Resource<KeptQuota> = {
  api: core,
  plural: 'resourcequotas',
  read(object) {
    const { metadata, spec, status } = quotaSchema.parse(object);
    if (!coversWorkloads(spec)) return { namespace: metadata.namespace, items: [] };
    const items = Object.entries(status.hard).flatMap(([key, text]) => {
      const kind = quotaResources.get(key);
      const [hard, used] = [parseQuantity(text), parseQuantity(status.used[key])];
      return kind === undefined || hard === null || used === null ? [] : [{ name: metadata.name, ...kind, hard, used }];
    });
    return { namespace: metadata.namespace, items };
  },
};
