import { finiteOrNull, type ResourceName } from '../domain/resource.ts';
import { type Figure, MISSING, NOT_AVAILABLE, orMissing } from './missing.ts';
import { siParts } from './number.ts';
import { type Scale, scaleValue, type ValueParts } from './scale.ts';

const binary: Scale = { base: 1_024, units: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'], decimals: 1 };

/** Cores are few: one decimal would make 1.25 cores 1.3. */
const cpuDecimals = 2;

/** What stands where a resource's request is 0. */
export const noRequestText = 'No resource request set';

/** Bytes in binary units: `3.5 GiB`. Above 2^53 a number of bytes is approximate to begin with. */
export function formatBytes(bytes: Figure): string {
  return orMissing(bytes, (known) => bytesParts(known).label);
}

/** `formatBytes` in its parts; the unit of a missing value is empty. */
export function bytesParts(bytes: Figure): ValueParts {
  const known = finiteOrNull(bytes);
  if (known === null) return missingParts;
  const { value, unit } = scaleValue(known, binary);
  const shown = unit || 'B';
  return { value, unit: shown, label: `${value} ${shown}` };
}

/** Cores: thousandths below 1 (`250m`), otherwise with up to two decimals (`1.25`). */
export function formatCpu(cores: Figure): string {
  return orMissing(cores, (known) => cpuParts(known).label);
}

/** `formatCpu` in its parts. */
export function cpuParts(cores: Figure): ValueParts {
  const known = finiteOrNull(cores);
  if (known === null) return missingParts;
  const { value, unit } = siParts(known, cpuDecimals);
  return { value, unit, label: `${value}${unit}` };
}

/** An amount of a resource: cores as `formatCpu`, bytes as `formatBytes`. */
export function formatResource(resource: ResourceName, amount: Figure): string {
  return resource === 'cpu' ? formatCpu(amount) : formatBytes(amount);
}

/** The tooltip of a utilisation cell: `{used} used, {requested} requested`, N/A where a figure is absent. */
export function formatUsedOfRequested(resource: ResourceName, used: Figure, requested: Figure): string {
  const shown = (amount: Figure) => (finiteOrNull(amount) === null ? NOT_AVAILABLE : formatResource(resource, amount));
  return `${shown(used)} used, ${shown(requested)} requested`;
}

const missingParts: ValueParts = { value: MISSING, unit: '', label: MISSING };
