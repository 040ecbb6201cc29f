import { type ResourceName, requestQuantity, resourceParts } from '@trimtab/core';
import { ValueUnit } from '../../ui/ValueUnit.tsx';

type ResourceAmountProps = { resource: ResourceName; amount: number | null | undefined };

/** An amount of CPU or memory; a dash if it is unknown. Memory is also shown in the units of manifests, below the SI unit. */
export function ResourceAmount({ resource, amount }: ResourceAmountProps) {
  const figure = <ValueUnit {...resourceParts(resource, amount)} />;
  if (resource === 'cpu' || !amount || !Number.isFinite(amount)) return figure;
  return (
    <span className="inline-flex flex-col items-end align-top">
      {figure}
      <span className="text-micro leading-3 font-normal text-ink-3">{requestQuantity(resource, amount)}</span>
    </span>
  );
}
