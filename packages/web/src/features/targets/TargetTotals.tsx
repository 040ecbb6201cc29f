import { type ClusterTarget, formatCount, formatMoneyKpi, formatWholePercent, yearlyFigure } from '@trimtab/core';
import { classNames } from '../../ui/class-names.ts';
import { focusable } from '../../ui/focusable.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

const netHint =
  'What all suggestions for the targets of this list save in a year of 8,760 hours, with the current requests. ' +
  'Suggestions that cost more are subtracted. Yearly Waste on the home page differs: it is the larger gap of vertical ' +
  'and horizontal scaling of each target in recommendation mode, and a target that needs more counts as $0.';

type Totals = {
  readonly hourly_cost: ClusterTarget['hourly_cost'];
  readonly net_hourly_savings: number | null;
  readonly computed: number | null;
  readonly targets: number | null;
};

type TargetTotalsProps = {
  totals: Totals;
  /** How many targets the list has. */
  count: number;
  /** The sum may still grow, because figures are missing. */
  isLowerBound: boolean;
};

/** The sums of the list. While suggestions are being computed, the sums are muted and show the progress. */
export function TargetTotals({ totals, count, isLowerBound }: TargetTotalsProps) {
  const { computed, targets } = totals;
  const net = yearlyFigure(totals.net_hourly_savings) ?? null;
  const isReading = computed !== null && targets !== null && computed < targets;
  const read = isReading ? ` (${formatWholePercent(Math.min(0.99, computed / targets))} read)` : '';
  const bound = isReading && isLowerBound ? '≥ ' : '';
  const soFar = isReading && !isLowerBound ? ' so far' : '';
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-2">
      <Tooltip text={netHint}>
        <span
          {...focusable}
          className={classNames('rounded-sm text-lead', isReading ? 'text-ink-3' : 'font-semibold text-ink')}
        >
          {bound}
          {formatMoneyKpi(net === null ? null : Math.abs(net))}
          <span className="text-small font-normal text-ink-3">
            {' '}
            {(net ?? 0) < 0 ? 'more' : 'saved'} a year with all suggestions
            {soFar}
            {read}
          </span>
        </span>
      </Tooltip>
      <span className="text-small text-ink-3">
        {formatCount(count)} {count === 1 ? 'target' : 'targets'} · now{' '}
        {formatMoneyKpi(yearlyFigure(totals.hourly_cost))} a year
      </span>
    </p>
  );
}
