import { useMemo } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { CostViewProps } from '../CostNotices.tsx';
import { CostTable } from '../CostTable.tsx';
import { ComparisonBlock } from './ComparisonBlock.tsx';
import { Explanation } from './Explanation.tsx';
import { simulatorColumns } from './simulator-columns.tsx';
import { mostAddressed } from './slider-address.ts';
import { type SimulatedRow, useSimulation } from './use-simulation.ts';

const empty = {
  title: 'No data available',
  detail: 'Targets stand here once what they use has been compared with what they request.',
};
const keyOf = ({ target }: SimulatedRow) => target.key;

/** What other utilizations would cost. */
export function Simulator({ costs: { targets, isLoading, hasFailed }, settings }: CostViewProps) {
  const { rows, totals, isMoved, isBeyondAddress, move, reset } = useSimulation(targets, settings);
  const columns = useMemo(() => simulatorColumns({ move, reset }, settings), [move, reset, settings]);
  const isWaiting = isLoading && !rows?.length;
  // Nothing was read: that is not known, and not nothing.
  const sums = rows === null || (hasFailed && rows.length === 0) ? null : totals;
  return (
    <>
      <Explanation />
      <div className="grid gap-4 md:grid-cols-2">
        <ComparisonBlock
          title="Projected yearly wasted spend"
          hint="Recommendation targets: what they cost above what the suggestion would, a month of 720 hours × 12."
          words={['Current waste', 'New waste']}
          current={sums && sums.currentWaste}
          next={sums && sums.newWaste}
          isGoodWhenHigher={false}
          isLoading={isWaiting}
        />
        <ComparisonBlock
          title="Projected yearly savings"
          hint="Autonomous targets: what they cost before less what they cost, a month of 720 hours × 12."
          words={['Current savings', 'New savings']}
          current={sums && sums.currentSavings}
          next={sums && sums.newSavings}
          isGoodWhenHigher
          isLoading={isWaiting}
        />
      </div>
      <CostTable
        title="Targets"
        name="cost-simulation"
        param="sim"
        columns={columns}
        rows={isWaiting ? null : (rows ?? [])}
        rowKey={keyOf}
        rowHeight={64}
        minWidth="42.5rem"
        empty={empty}
        actions={
          <>
            {isBeyondAddress ? (
              <span className="text-small text-ink-3">
                The address holds the {mostAddressed} targets that were moved last.
              </span>
            ) : null}
            <Button look="quiet" disabled={!isMoved} onClick={() => reset()}>
              Reset sliders
            </Button>
          </>
        }
      />
    </>
  );
}
