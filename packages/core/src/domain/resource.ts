/** The resources that are measured, requested and suggested, in display order. */
export const resourceNames = ['cpu', 'memory'] as const;
/** The name of a resource, as the API writes it. */
export type ResourceName = (typeof resourceNames)[number];

export const resourceLabels: Readonly<Record<ResourceName, string>> = { cpu: 'CPU', memory: 'Memory' };

/** A value per resource. CPU in cores, memory in bytes. */
export type PerResource<T> = { readonly cpu: T; readonly memory: T };

export function isResourceName(text: string): text is ResourceName {
  return text === 'cpu' || text === 'memory';
}

/** The number, or null if it is missing or not finite. A missing value must never be used as 0. */
export function finiteOrNull(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
