import { type ForecastSums, formatCount, formatMoney } from '@trimtab/core';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { useCountUp } from './use-count-up.ts';
import { explained } from '../explained.ts';

/** Yearly savings beside yearly waste, and the bar that they share. */
export function SavingsWasteBar({ sums }: { sums: ForecastSums | null }) {
  const savings = useCountUp(sums?.savings ?? null);
  const waste = useCountUp(sums?.waste ?? null);
  const savingsLength = Math.max(0, savings ?? 0);
  const wasteLength = Math.max(0, waste ?? 0);
  return (
    <Card aria-label="Savings vs waste" aria-busy={sums === null} className="px-4 py-4">
      <div className="mb-3 flex flex-wrap justify-between gap-x-6 gap-y-2">
        <Sum
          label="Projected annual savings"
          dollars={savings}
          final={sums?.savings ?? null}
          tone="savings"
          hint="Autonomous targets: cost before less cost now, × 24 × 365."
        />
        <Sum
          label="Projected annual waste"
          dollars={waste}
          final={sums?.waste ?? null}
          tone="waste"
          hint="Recommendation targets: the larger gap between what is requested and what is suggested, × 24 × 365."
        />
      </div>
      <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-sm bg-sunken">
        <span className="bg-savings" style={{ flex: `${savingsLength} 0 0` }} />
        <span className="bg-waste" style={{ flex: `${wasteLength} 0 0` }} />
      </div>
      {sums !== null && sums.missing > 0 ? (
        <p className="mt-2 text-small text-ink-3">
          {formatCount(sums.missing)} {sums.missing === 1 ? 'target is' : 'targets are'} not in these sums: no figure is
          known yet.
        </p>
      ) : null}
    </Card>
  );
}

type SumProps = {
  label: string;
  dollars: number | null;
  final: number | null;
  tone: 'savings' | 'waste';
  hint: string;
};

function Sum({ label, dollars, final, tone, hint }: SumProps) {
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
        {dollars === null ? (
          <Skeleton className="my-1 h-6 w-40" />
        ) : (
          <>
            {/* A screen reader is told the figure, and not the sixty on the way to it. */}
            <span aria-hidden="true">{formatMoney(dollars)}</span>
            <span className="sr-only">{formatMoney(final)}</span>
          </>
        )}
      </p>
    </div>
  );
}
