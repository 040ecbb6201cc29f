import { type ForecastSums, formatMoney } from '@trimtab/core';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { ShareBar } from '../charts/ShareBar.tsx';
import { explained, sumHint } from '../explained.ts';
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
          hint={sumHint('savings', '24 × 365')}
        />
        <Sum
          label="Projected annual waste"
          shown={waste}
          final={sums?.waste ?? null}
          isLoading={sums === null && isLoading}
          tone="waste"
          hint={sumHint('waste', '24 × 365')}
        />
      </div>
      <ShareBar savings={savings} waste={waste} />
      {/* As high with the sentence as without it: the charts below stay where they are. */}
      <div className="min-h-6">
        <MissingTargets count={sums?.missing ?? 0} />
      </div>
    </Card>
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
    <div className="last:ml-auto last:text-right">
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
