import { finiteOrNull, type ResourceName } from '../domain/resource.ts';
import { type Figure, missingMark, notAvailable, orMissing } from './missing.ts';
import { siParts } from './number.ts';
import { type Scale, scaleValue, type ValueParts } from './scale.ts';

const binary: Scale = { base: 1_024, units: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'], decimals: 1 };

/** Two decimals, because with one decimal 1.25 cores would be 1.3, and 1.05G would be 1.1G. */
const decimals = 2;
const few = 10;

/** Text for a resource request of 0. */
export const noRequestText = 'No resource request set';

/** The size of a file or download in binary units: `3.5 GiB`. */
export function formatBytes(bytes: Figure): string {
  return orMissing(bytes, (known) => {
    const { value, unit } = scaleValue(known, binary);
    return `${value} ${unit || 'B'}`;
  });
}

/** Cores: thousandths below 1 (`250m`), otherwise with up to two decimals (`1.25`). */
export function formatCpu(cores: Figure): string {
  return formatResource('cpu', cores);
}

/**
 * An amount of a resource: cores as in `formatCpu`, bytes with decimal SI suffixes (`641.3M`, `1.07G`), the units in which a
 * node is priced.
 */
export function formatResource(resource: ResourceName, amount: Figure): string {
  return resourceParts(resource, amount).label;
}

/** Number and unit of `formatResource`; the unit of a missing amount is empty. */
export function resourceParts(resource: ResourceName, amount: Figure): ValueParts {
  const known = finiteOrNull(amount);
  if (known === null) return { value: missingMark, unit: '', label: missingMark };
  const exact = siParts(known, decimals);
  const isLong = resource === 'memory' && Math.abs(Number(exact.value)) >= few;
  const { value, unit } = isLong ? siParts(known, 1) : exact;
  return { value, unit, label: `${value}${unit}` };
}

/** The tooltip of a utilization cell: `{used} used, {requested} requested`, N/A for a missing figure. */
export function formatUsedOfRequested(resource: ResourceName, used: Figure, requested: Figure): string {
  const shown = (amount: Figure) => (finiteOrNull(amount) === null ? notAvailable : formatResource(resource, amount));
  return `${shown(used)} used, ${shown(requested)} requested`;
}
