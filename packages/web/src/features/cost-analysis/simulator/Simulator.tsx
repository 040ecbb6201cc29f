import { useMemo } from 'react';
import { DownloadCsv } from '../../../table/DownloadCsv.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { CostViewProps } from '../CostNotices.tsx';
import { RowsTable } from '../RowsTable.tsx';
import { ComparisonBlock } from './ComparisonBlock.tsx';
import { Explanation } from './Explanation.tsx';
import { simulatorColumns } from './simulator-columns.tsx';
import { type SimulatedRow, useSimulation } from './use-simulation.ts';

const keyOf = ({ target }: SimulatedRow) => target.key;

/** What other utilizations would cost. */
export function Simulator({ costs: { targets }, settings }: CostViewProps) {
  const { rows, totals, isMoved, move, reset } = useSimulation(targets, settings);
  const columns = useMemo(() => simulatorColumns(move), [move]);
  const isLoading = rows === null;
  return (
    <>
      <Explanation />
      <div className="grid gap-4 md:grid-cols-2">
        <ComparisonBlock
          title="Projected yearly wasted spend"
          words={['Current waste', 'New waste']}
          current={totals.currentWaste}
          next={totals.newWaste}
          isGoodWhenHigher={false}
          isLoading={isLoading}
        />
        <ComparisonBlock
          title="Projected yearly savings"
          words={['Current savings', 'New savings']}
          current={totals.currentSavings}
          next={totals.newSavings}
          isGoodWhenHigher
          isLoading={isLoading}
        />
      </div>
      <RowsTable
        title="Targets"
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        rowHeight={64}
        minWidth="56rem"
        empty="No data available"
        actions={
          <span className="flex items-center gap-2">
            <Button look="quiet" disabled={!isMoved} onClick={reset}>
              Reset sliders
            </Button>
            <DownloadCsv
              name="cost-simulation"
              header={[
                'namespace',
                'name',
                'mode',
                'cpu_percent_current',
                'cpu_percent_new',
                'memory_percent_current',
                'memory_percent_new',
                'monthly_cost_current',
                'monthly_cost_new',
                'yearly_savings_impact',
              ]}
              rows={() =>
                (rows ?? []).map(({ target, row }) => [
                  target.namespace,
                  target.name,
                  target.mode,
                  row.currentPercent.cpu,
                  row.newPercent.cpu,
                  row.currentPercent.memory,
                  row.newPercent.memory,
                  row.currentMonthly,
                  row.newMonthly,
                  row.yearlyImpact,
                ])
              }
            />
          </span>
        }
      />
    </>
  );
}
