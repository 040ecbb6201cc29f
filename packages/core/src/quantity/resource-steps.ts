import type { ResourceName } from '../domain/resource.ts';

const kibibyte = 2 ** 10;
const mebibyte = 2 ** 20;

/** Smaller amounts of memory are whole KiB, because a MiB would be more than a tenth of them. */
const leastInMebibytes = 10 * mebibyte;

/** Amounts are whole multiples of the step: millicores, MiB, or KiB for small amounts of memory. */
function stepsOf(
  resource: ResourceName,
  amount: number,
): { readonly count: number; readonly of: (count: number) => number } {
  // Dividing by 1,000 is exact to the nearest double; multiplying by 0.001 is not.
  if (resource === 'cpu') return { count: amount * 1_000, of: (count) => count / 1_000 };
  const step = amount < leastInMebibytes ? kibibyte : mebibyte;
  return { count: amount / step, of: (count) => count * step };
}

/** Keeps the rounding errors of samples, which are 32-bit floats of seven digits, from adding a step. */
const tolerance = (count: number): number => Math.min(count * 1e-6, 0.01);

/** The next amount that a manifest can name without a long fraction; never less than the given one. */
export function roundUpResource(resource: ResourceName, amount: number): number {
  const { count, of } = stepsOf(resource, amount);
  return of(Math.ceil(count - tolerance(count)));
}

export function roundDownResource(resource: ResourceName, amount: number): number {
  const { count, of } = stepsOf(resource, amount);
  return of(Math.floor(count + tolerance(count)));
}

/** One step more than a rounded amount. */
export function resourceStepAbove(resource: ResourceName, amount: number): number {
  const { count, of } = stepsOf(resource, amount);
  return of(Math.round(count) + 1);
}

/** One step less than a rounded amount. */
export function resourceStepBelow(resource: ResourceName, amount: number): number {
  const { count, of } = stepsOf(resource, amount);
  return of(Math.round(count) - 1);
}
