import { forecastMonthly, formatMoney, totalForecastMonthlySavings } from '@trimtab/core';
import { useMemo } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { fills } from '../charts/fills.ts';
import type { CostTarget } from '../cost-target.ts';
import { explained } from '../explained.ts';
import { MissingTargets } from '../MissingTargets.tsx';

/** What could be saved in a month: what is saved already, and what is still wasted. */
export function TotalCard({ targets }: { targets: readonly CostTarget[] | null }) {
  const sums = useMemo(() => targets && forecastMonthly(targets), [targets]);
  return (
    <Card aria-label="Total forecasted monthly savings" className="flex flex-col px-4 py-4">
      <h2 className="text-lead font-semibold">Total forecasted monthly savings *</h2>
      <p className="my-2 text-display font-semibold tabular-nums">
        {sums === null ? <Skeleton className="my-1 h-6 w-40" /> : formatMoney(totalForecastMonthlySavings(sums))}
      </p>
      <dl className="my-2 flex flex-col gap-1.5">
        <Part
          label="Current savings"
          hint="Autonomous targets: cost before less cost now, × 720 hours."
          dollars={sums?.savings}
          fill={fills.savings}
          isLoading={sums === null}
        />
        <Part
          label="Waste"
          hint="Recommendation targets: the larger gap between what is requested and what is suggested, × 720 hours."
          dollars={sums?.waste}
          fill={fills.waste}
          isLoading={sums === null}
        />
      </dl>
      <div className="mt-auto">
        <p className="text-small text-ink-3">* Current savings + waste</p>
        {/* As high with the sentence as without it: what stands below stays where it is. */}
        <div className="min-h-6">
          <MissingTargets count={sums?.missing ?? 0} />
        </div>
      </div>
    </Card>
  );
}

type PartProps = { label: string; hint: string; dollars: number | null | undefined; fill: string; isLoading: boolean };

function Part({ label, hint, dollars, fill, isLoading }: PartProps) {
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden="true" className={classNames('size-2.5 rounded-sm', fill)} />
      <dt className="text-ink-2">
        <Tooltip text={hint}>
          <span {...explained} className="rounded-sm">
            {label}
          </span>
        </Tooltip>
      </dt>
      <dd className="ml-auto text-right font-medium">
        {isLoading ? <Skeleton className="h-3.5 w-20" /> : formatMoney(dollars)}
      </dd>
    </div>
  );
}
