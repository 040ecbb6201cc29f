import type { ResourceName } from '@trimtab/core';
import type { ContainerSpec, LimitRangeItem, NamespaceRules } from '../ports/index.ts';

/** What a container has needed in the last 14 days, in cores or bytes. A limit should not be below it. */
export type Need = {
  /** The highest sample; null without samples. */
  readonly peak: number | null;
  /** Memory: the highest limit at which the container was killed; null without a kill. */
  readonly killLimit: number | null;
};

/** The request and limit of one resource of one container while they are adjusted to the rules of the namespace. */
export type Draft = {
  readonly spec: ContainerSpec;
  readonly resource: ResourceName;
  readonly wanted: number;
  readonly current: { readonly request: number | null; readonly limit: number | null };
  readonly need: Need;
  request: number;
  limit: number | null;
  /** The request that its limit needs because of a LimitRange, and the reason; null if it needs none. */
  least: { readonly value: number; readonly text: string } | null;
  /** The request before its limit raised it. With the policy `ratio`, the limit follows this request. */
  basis: number | null;
  /** Whether the policy adds no limit, because it would be below what the container needs. */
  isLimitOmitted: boolean;
  bounds: string[];
  reasons: string[];
};

/** A value of a LimitRange, and the name of that LimitRange. */
export type Bound = { readonly value: number; readonly name: string };

type BoundQuestion = {
  readonly type: LimitRangeItem['type'];
  readonly resource: ResourceName;
  readonly field: 'min' | 'max' | 'maxRatio';
};

/** The strictest value of the LimitRanges of a namespace for a resource; null if there is none. */
export function strictest({ limitRanges }: NamespaceRules, { type, resource, field }: BoundQuestion): Bound | null {
  return limitRanges.reduce<Bound | null>((best, one) => {
    const value = one[field];
    if (one.type !== type || one.resource !== resource || value === null) return best;
    const isStricter = best === null || (field === 'min' ? value > best.value : value < best.value);
    return isStricter ? { value, name: one.name } : best;
  }, null);
}
