import type { ResourceName } from '../domain/resource.ts';

const kibibyte = 2 ** 10;
const mebibyte = 2 ** 20;

/** Smaller amounts of memory are rounded to whole KiB, because a MiB would be more than a tenth of them. */
const leastInMebibytes = 10 * mebibyte;

/** From one core on, requests are displayed with two decimals, so they are rounded to two decimals. */
const leastInHundredths = 1;

/**
 * Amounts are whole multiples of the step: millicores, hundredths of a core from one core on, MiB, or KiB for small
 * amounts of memory.
 */
function stepsOf(
  resource: ResourceName,
  amount: number,
): { readonly count: number; readonly of: (count: number) => number } {
  if (resource === 'cpu') {
    // Dividing by 1,000 is exact to the nearest double; multiplying by 0.001 is not.
    const parts = amount < leastInHundredths ? 1_000 : 100;
    return { count: amount * parts, of: (count) => count / parts };
  }
  const step = amount < leastInMebibytes ? kibibyte : mebibyte;
  return { count: amount / step, of: (count) => count * step };
}

/** Keeps the rounding errors of samples, which are 32-bit floats of seven digits, from adding a step. */
const tolerance = (count: number): number => Math.min(count * 1e-6, 0.01);

/** Rounds up to the next amount that a manifest can contain without a long fraction. */
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

/**
 * A suggested request as in a manifest, rounded up to a whole step. The present request and whole megabytes (500M) stay,
 * because the server may have settled the suggestion at the present request, or at a limit or bound that people wrote.
 */
export function manifestAmount(resource: ResourceName, amount: number, present: number | null = null): number {
  const isSettled = amount === present || (resource === 'memory' && amount % 1e6 === 0);
  return isSettled ? amount : roundUpResource(resource, amount);
}

/** The next amount that Kubernetes accepts: whole millicores or bytes. Existing limits do not need larger steps. */
export function roundUpToUnit(resource: ResourceName, amount: number): number {
  if (resource === 'memory') return Math.ceil(amount);
  const count = amount * 1_000;
  return Math.ceil(count - tolerance(count)) / 1_000;
}
