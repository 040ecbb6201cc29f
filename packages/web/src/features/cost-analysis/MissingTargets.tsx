import { formatCount } from '@trimtab/core';

/** How many targets a sum does not include because their costs are unknown. */
export function MissingTargets({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="pt-2 text-small text-ink-3">
      {formatCount(count)} {count === 1 ? 'target is' : 'targets are'} not in these sums: their costs are not known yet.
    </p>
  );
}
