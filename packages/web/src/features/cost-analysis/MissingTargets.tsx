import { formatCount } from '@trimtab/core';
import type { CostTarget } from './cost-target.ts';
import { TargetLink } from './TargetLink.tsx';

/** A longer list would push the cards below out of view. */
const maxListed = 50;

type MissingTargetsProps = {
  targets: readonly CostTarget[] | null;
  /** Costs are still being read, so that the targets may get theirs. */
  isLoading: boolean;
};

/** Which targets a sum does not include because their costs are unknown, and why. Some of them will never have costs. */
export function MissingTargets({ targets, isLoading }: MissingTargetsProps) {
  const missing = (targets ?? []).filter(({ hourly }) => hourly === null);
  const count = missing.length;
  if (count === 0) return null;
  const are = count === 1 ? 'target is' : 'targets are';
  const reasons = missing.flatMap((target) => {
    const reason = target.comparison?.problem;
    return reason ? [{ target, reason }] : [];
  });
  const more = reasons.length - maxListed;
  return (
    <div className="pt-2 text-small text-ink-3">
      <p>
        {formatCount(count)} {are} not in these sums:{' '}
        {isLoading
          ? 'costs are still being read.'
          : count === 1
            ? 'its costs are unknown.'
            : 'their costs are unknown.'}
      </p>
      {isLoading || reasons.length === 0 ? null : (
        <details>
          <summary className="min-h-6 w-fit cursor-pointer rounded-sm font-medium text-accent select-none">Why</summary>
          <ul className="flex max-h-56 flex-col gap-2 overflow-y-auto pt-1 text-ink-2">
            {reasons.slice(0, maxListed).map(({ target, reason }) => (
              <li key={target.key} className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
                <TargetLink namespace={target.namespace} name={target.name} />
                <span className="break-words">{reason}</span>
              </li>
            ))}
            {more > 0 ? <li>{formatCount(more)} more</li> : null}
          </ul>
        </details>
      )}
    </div>
  );
}
