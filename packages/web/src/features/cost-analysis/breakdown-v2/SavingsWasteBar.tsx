import { type ForecastSums, formatMoney } from '@trimtab/core';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { fills } from '../charts/fills.ts';
import { explained } from '../explained.ts';
import { MissingTargets } from '../MissingTargets.tsx';
import { useCountUp } from './use-count-up.ts';

/** Yearly savings beside yearly waste, and the bar that they share. */
export function SavingsWasteBar({ sums, isLoading }: { sums: ForecastSums | null; isLoading: boolean }) {
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
          hint="Autonomous targets: cost before less cost now, × 24 × 365."
        />
        <Sum
          label="Projected annual waste"
          shown={waste}
          final={sums?.waste ?? null}
          isLoading={sums === null && isLoading}
          tone="waste"
          hint="Recommendation targets: the larger gap between what is requested and what is suggested, × 24 × 365."
        />
      </div>
      <ShareBar savings={Math.max(0, savings ?? 0)} waste={Math.max(0, waste ?? 0)} />
      {/* As high with the sentence as without it: the charts below stay where they are. */}
      <div className="min-h-6">
        <MissingTargets count={sums?.missing ?? 0} />
      </div>
    </Card>
  );
}

/** Savings from the left over waste from the right: neither has to move while they grow. */
function ShareBar({ savings, waste }: { savings: number; waste: number }) {
  const total = savings + waste;
  const share = total > 0 ? savings / total : 0;
  return (
    <div aria-hidden="true" className="relative h-3 overflow-hidden rounded-sm bg-sunken">
      {waste > 0 ? <span className={classNames('absolute inset-0', fills.waste)} /> : null}
      <span
        className={classNames(
          'absolute inset-y-0 left-0',
          fills.savings,
          share > 0 && share < 1 && 'border-r-2 border-surface',
        )}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}

type SumProps = {
  label: string;
  /** On its way to `final`. */
  shown: number | null;
  /** null when it is not known. */
  final: number | null;
  isLoading: boolean;
  tone: 'savings' | 'waste';
  hint: string;
};

function Sum({ label, shown, final, isLoading, tone, hint }: SumProps) {
  return (
    <div className="last:text-right">
      <Tooltip text={hint}>
        <p {...explained} className="rounded-sm text-small text-ink-3">
          {label}
        </p>
      </Tooltip>
      <p
        className={classNames(
          'text-display font-semibold tabular-nums',
          tone === 'savings' ? 'text-savings' : 'text-waste',
        )}
      >
        {isLoading || (final !== null && shown === null) ? (
          <Skeleton className="my-1 h-6 w-32" />
        ) : (
          <>
            {/* A screen reader is told the figure, and not the sixty on the way to it. */}
            <span aria-hidden="true">{formatMoney(shown)}</span>
            <span className="sr-only">{formatMoney(final)}</span>
          </>
        )}
      </p>
    </div>
  );
}
