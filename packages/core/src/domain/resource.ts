/** The resources that are measured, requested and advised on, in display order. */
export const resourceNames = ['cpu', 'memory'] as const;
/** The name of a resource, as the API writes it. */
export type ResourceName = (typeof resourceNames)[number];

/** A value per resource. CPU in cores, memory in bytes. */
export type PerResource<T> = { readonly cpu: T; readonly memory: T };

/** Whether a text from outside names a resource that the product knows. */
export function isResourceName(text: string): text is ResourceName {
  return text === 'cpu' || text === 'memory';
}

/** A number that is really there: null for anything missing or not finite, so that it can never be taken for 0. */
export function finiteOrNull(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
