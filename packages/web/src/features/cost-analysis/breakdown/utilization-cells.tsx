import {
  type Comparison,
  formatPercent,
  formatUsedOfRequested,
  type ResourceName,
  requestedAmounts,
  usedAmounts,
  utilization,
  type Variant,
} from '@trimtab/core';
import { BeforeAfter, type Side } from '../BeforeAfter.tsx';

/** A side's utilization, with the amounts that it was computed from. */
function side(comparison: Comparison | null, resource: ResourceName, variant: Variant): Side {
  const amount = resource === 'cpu' ? 'cpuCores' : 'memoryBytes';
  const used = comparison && usedAmounts(comparison, variant)[amount];
  const requested = comparison && requestedAmounts(comparison, variant)[amount];
  return {
    text: formatPercent(utilization(used, requested)),
    tooltip: formatUsedOfRequested(resource, used, requested),
  };
}

export type UtilizationCellProps = { comparison: Comparison | null; resource: ResourceName };

/** Utilization as it is, and as it would be with the suggestion. */
export function UtilizationCell({ comparison, resource }: UtilizationCellProps) {
  return (
    <BeforeAfter
      before={side(comparison, resource, 'unoptimized')}
      after={side(comparison, resource, 'optimized')}
      words={['current', 'optimized']}
    />
  );
}
