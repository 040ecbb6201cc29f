import { type ResourceName, resourceParts } from '@trimtab/core';
import { ValueUnit } from '../../ui/ValueUnit.tsx';

/** An amount of CPU or memory; a dash if it is unknown. */
export function ResourceAmount({ resource, amount }: { resource: ResourceName; amount: number | null | undefined }) {
  return <ValueUnit {...resourceParts(resource, amount)} />;
}
