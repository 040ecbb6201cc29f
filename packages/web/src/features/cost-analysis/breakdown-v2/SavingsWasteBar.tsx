import { type ForecastSums, formatMoney } from '@trimtab/core';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { ShareBar } from '../charts/ShareBar.tsx';
import type { CostTarget } from '../cost-target.ts';
import { MissingTargets } from '../MissingTargets.tsx';
import { sumHint } from '../sum-hint.ts';
import { useCountUp } from './use-count-up.ts';

/** Projected annual savings and waste, with a bar that shows their shares. */
export function SavingsWasteBar({
  sums,
  targets,
  isLoading,
}: {
  sums: ForecastSums | null;
  /** The targets of the sums. */
  targets: readonly CostTarget[] | null;
  isLoading: boolean;
}) {
  const savings = useCountUp(sums?.savings ?? null);
  const waste = useCountUp(sums?.waste ?? null);
  return (
    <Card aria-label="Savings vs waste" aria-busy={sums === null} className="px-4 py-4">
      <div className="mb-3 flex flex-wrap justify-between gap-x-6 gap-y-2">
        <Sum
          label="Projected annual savings"
          shown={savings}
          final={sums?.savings ?? null}
          isLoading={sums === null && isLoading}
          tone="savings"
          hint={sumHint('savings', 'year')}
        />
        <Sum
          label="Projected annual waste"
          shown={waste}
          final={sums?.waste ?? null}
          isLoading={sums === null && isLoading}
          tone="waste"
          hint={sumHint('waste', 'year')}
        />
      </div>
      <ShareBar savings={savings} waste={waste} />
      {/* Reserves the height of the sentence, so that the charts below do not move. */}
      <div className="min-h-6">
        <MissingTargets targets={targets} isLoading={isLoading} />
      </div>
    </Card>
  );
}

type SumProps = {
  label: string;
  /** The animated value. */
  shown: number | null;
  /** The value at the end of the animation; null if unknown. */
  final: number | null;
  isLoading: boolean;
  tone: 'savings' | 'waste';
  hint: string;
};

function Sum({ label, shown, final, isLoading, tone, hint }: SumProps) {
  return (
    <div className="last:ml-auto last:text-right">
      <Tooltip text={hint}>
        <p {...focusable} className="rounded-sm text-small text-ink-3">
          {label}
        </p>
      </Tooltip>
      <p
        className={classNames(
          'text-display font-semibold tabular-nums',
          tone === 'savings' && (final ?? 0) >= 0 ? 'text-savings' : 'text-waste',
        )}
      >
        {isLoading || (final !== null && shown === null) ? (
          <Skeleton className="my-1 h-6 w-32" />
        ) : (
          <>
            {/* Screen readers read only the final value, not the steps of the animation. */}
            <span aria-hidden="true">{formatMoney(shown)}</span>
            <span className="sr-only">{formatMoney(final)}</span>
          </>
        )}
      </p>
    </div>
  );
}
