import { type ResourceName, resourceParts } from '@trimtab/core';
import { ValueUnit } from '../../ui/ValueUnit.tsx';

/** An amount of CPU or memory; a dash where it is not known. */
export function ResourceAmount({ resource, amount }: { resource: ResourceName; amount: number | null | undefined }) {
  return <ValueUnit {...resourceParts(resource, amount)} />;
}
