import { forecastMonthly, formatMoney, totalForecastMonthlySavings } from '@trimtab/core';
import { useMemo } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { focusable } from '../../../ui/focusable.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { fills } from '../charts/fills.ts';
import { ShareBar } from '../charts/ShareBar.tsx';
import type { CostTarget } from '../cost-target.ts';
import { MissingTargets } from '../MissingTargets.tsx';
import { sumHint } from '../sum-hint.ts';

const labels = { savings: 'Current savings', waste: 'Waste' } as const;

/** The possible savings of a month: the current savings plus the waste. */
export function TotalCard({ targets, isLoading }: { targets: readonly CostTarget[] | null; isLoading: boolean }) {
  const sums = useMemo(() => targets && forecastMonthly(targets), [targets]);
  return (
    <Card
      aria-label="Total forecasted monthly savings"
      aria-busy={sums === null}
      className="flex flex-col gap-3 px-4 py-4"
    >
      <div>
        <h2 className="text-lead font-semibold text-balance">Total forecasted monthly savings *</h2>
        <p className="mt-1 text-display font-semibold tabular-nums">
          {sums === null ? <Skeleton className="my-1 h-6 w-40" /> : formatMoney(totalForecastMonthlySavings(sums))}
        </p>
      </div>
      <ShareBar savings={sums?.savings} waste={sums?.waste} />
      <dl className="flex flex-col gap-1.5">
        {(['savings', 'waste'] as const).map((of) => (
          <div key={of} className="flex items-center gap-2">
            <span aria-hidden="true" className={classNames('size-2.5 rounded-sm', fills[of])} />
            <dt className="text-ink-2">
              <Tooltip text={sumHint(of, 'month')}>
                <span {...focusable} className="rounded-sm">
                  {labels[of]}
                </span>
              </Tooltip>
            </dt>
            <dd className="ml-auto text-right font-medium">
              {sums === null ? <Skeleton className="h-3.5 w-20" /> : formatMoney(sums[of])}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto">
        <p className="text-small text-ink-3">* Current savings + waste</p>
        {/* Reserves the height of the sentence, so that the cards below do not move. */}
        <div className="min-h-6">
          <MissingTargets targets={targets} isLoading={isLoading} />
        </div>
      </div>
    </Card>
  );
}
