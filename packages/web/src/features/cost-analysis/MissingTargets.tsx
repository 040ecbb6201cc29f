import { formatCount } from '@trimtab/core';

/** How many targets a sum leaves out, because nothing is known of their costs. */
export function MissingTargets({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="pt-2 text-small text-ink-3">
      {formatCount(count)} {count === 1 ? 'target is' : 'targets are'} not in these sums: no figure is known yet.
    </p>
  );
}
