import { useMemo } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { CostViewProps } from '../CostNotices.tsx';
import { CostTable } from '../CostTable.tsx';
import { simulatorNote } from '../sum-hint.ts';
import { ComparisonBlock } from './ComparisonBlock.tsx';
import { SimulatorExplanation } from './SimulatorExplanation.tsx';
import { simulatorColumns } from './simulator-columns.tsx';
import { maxAddressed } from './slider-address.ts';
import { type SimulatedRow, useSimulation } from './use-simulation.ts';

const empty = {
  title: 'No data available',
  detail: 'A target appears here when its usage has been compared with its requests.',
};
const keyOf = ({ target }: SimulatedRow) => target.key;

/** Computes costs for utilizations that the user sets with sliders. */
export function Simulator({ costs: { targets, isLoading, hasFailed, state }, settings }: CostViewProps) {
  const { rows, totals, isMoved, isBeyondAddress, move, reset } = useSimulation(targets, settings);
  const columns = useMemo(() => simulatorColumns({ move, reset }, settings), [move, reset, settings]);
  const isWaiting = isLoading && !rows?.length;
  // If nothing could be loaded, the sums are unknown, not zero.
  const sums = rows === null || (hasFailed && rows.length === 0) ? null : totals;
  return (
    <>
      <SimulatorExplanation />
      <div className="grid gap-4 md:grid-cols-2">
        <ComparisonBlock
          title="Projected yearly wasted spend"
          hint={`Recommendation targets: current cost less the cost with the suggestion, a month × 12. ${simulatorNote}`}
          words={['Current waste', 'New waste']}
          current={sums && sums.currentWaste}
          next={sums && sums.newWaste}
          isGoodWhenHigher={false}
          isLoading={isWaiting}
        />
        <ComparisonBlock
          title="Projected yearly savings"
          hint={`Autonomous targets: previous cost less current cost, a month × 12. ${simulatorNote}`}
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
        state={state}
        param="sim"
        columns={columns}
        rows={isWaiting ? null : (rows ?? [])}
        rowKey={keyOf}
        rowHeight={64}
        minWidth="42.5rem"
        cards={184}
        empty={empty}
        note="Months of 720 hours, years of 8,640, from averages of the last 24 h"
        actions={
          <>
            {isBeyondAddress ? (
              <span className="text-small text-ink-3">
                The address holds only the last {maxAddressed} targets whose sliders were moved.
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
